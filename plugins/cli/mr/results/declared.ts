import { fileFormats, webUrl } from '../../../../src/flow/index.ts';
import type { Redirect } from '../../../dump/index.ts';
import { escaped, lineOf, tags, unescaped } from '../../../mr/lines/format.ts';
import { parseFacts } from '../../../mr/pages/described.ts';
import { eachKey, type Verb, type VerbCall } from '../../../mr/verbs/verb.ts';
import { type Declared, webRedirect } from '../../dedup/declared.ts';
import { hostCountKinds, originOf } from '../../dedup/host-pairs.ts';
import { originsKey } from './hosts.ts';

/** Prefixes that order the lines of `declared.jsonl`: canonical links in the order of their pages, then redirects. */
const orders = { canonical: '0', redirect: '1' } as const;

/**
 * Facts, redirects and representatives, by page → the pages by their URLs, and what pages and servers declare by the
 * URLs that they name. Memory: one page.
 */
export function declares(): Verb {
  const format = fileFormats.declared;
  return async (call) => {
    const tell = (order: string, declared: Declared, representative: string): void => {
      const fields = [order, escaped(JSON.stringify(declared)), representative];
      call.output.line(lineOf(keyOf(declared.target), tags.declares, ...fields));
    };
    let facts: ReturnType<typeof parseFacts> | undefined;
    let representative: string | undefined;
    await eachKey(
      call,
      ([, id, tag, ...fields]) => {
        if (tag === tags.facts) facts = parseFacts(fields[1]);
        else if (tag === tags.dropped) [representative] = fields;
        else if (tag === tags.redirect) {
          const redirect = webRedirect(JSON.parse(unescaped(fields[1])) as Redirect);
          const order = orders.redirect + id + fields[0];
          if (redirect !== undefined) tell(order, { format, by: 'redirect', ...redirect }, '');
        }
      },
      (id) => {
        if (facts !== undefined) {
          const { id: name, url, canonical } = facts;
          const stands = representative ?? id;
          const at = webUrl(url);
          if (at !== undefined) call.output.line(lineOf(keyOf(at), tags.atUrl, id, escaped(name), stands));
          if (canonical !== undefined)
            tell(
              orders.canonical + id,
              { format, by: 'canonical', id: name, url, target: canonical },
              stands,
            );
        }
        facts = undefined;
        representative = undefined;
      },
    );
  };
}

function keyOf(url: string): string {
  return `:${escaped(url)}`;
}

/**
 * The output of {@link declares} by URL → the lines of `declared.jsonl`, and which origins they link. Memory: one
 * page.
 */
export function declared(): Verb {
  return async (call) => {
    let target: { readonly name: string; readonly stands: string } | undefined;
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.atUrl) target ??= { name: unescaped(fields[1]), stands: fields[2] };
        else if (tag === tags.declares) {
          const [order, json, stands] = fields;
          const said = JSON.parse(unescaped(json)) as Declared;
          const agrees = stands === '' || target === undefined ? undefined : stands === target.stands;
          const line = {
            ...said,
            ...(target !== undefined && { targetId: target.name }),
            ...(agrees !== undefined && { agrees }),
          };
          call.output.line(lineOf(order, tags.declared, escaped(JSON.stringify(line))));
          countLink(call, line);
          linkOrigins(call, line);
        }
      },
      () => {
        target = undefined;
      },
    );
  };
}

function countLink({ count }: VerbCall, { by, agrees }: Declared): void {
  count(by === 'redirect' ? 'redirects' : 'canonicals');
  if (agrees !== undefined) count(agrees ? 'agreeing' : 'differing');
}

function linkOrigins({ output }: VerbCall, { by, url, target }: Declared): void {
  const [from, to] = [originOf(url), originOf(target)];
  if (from === '' || to === '' || from === to) return;
  const isInOrder = from < to;
  const kind = hostCountKinds.indexOf(by === 'redirect' ? 'redirects' : 'canonicals');
  const counts = isInOrder ? ['1', '0'] : ['0', '1'];
  output.line(lineOf(originsKey(from, to), tags.counted, '', String(kind), ...counts));
}
