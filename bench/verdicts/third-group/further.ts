import { createHash } from 'node:crypto';
import { inTheme } from '../engine-cases.ts';
import type { EngineSite } from '../engine-site.ts';
import { slotsOfSite } from '../engine-sites.ts';
import type { AddPage } from '../planted-page.ts';
import { words } from '../words.ts';

const pagesOfMirror = 6;
const sessionsOfText = 2;
const licencePlaces = 3;
const peopleOfTeam = 14;

/**
 * Adds one text at further addresses: under session ids that are also in all links, in a print version without the
 * theme, and on a mirror that says so; a licence, on this site and copied to the next; a team that two sites share,
 * and other teams elsewhere.
 */
export function addThirdFurther(site: EngineSite, add: AddPage, next: EngineSite): void {
  const { engine, host, texts, licence, pages, slots } = site;
  const common = { site: engine.name, isHeldOutSite: engine.isHeldOut, familySize: 1 } as const;
  const mirror = { ...common, how: 'mirror' } as const;
  const shown = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of shown.slice(0, pagesOfMirror).entries()) {
    const body = pages['1.0'].get(document.slug)!;
    const banner = `<div style="background:#eee">This is a mirror of ${host}. It is brought up to date every night; changes are to be made there.</div>`;
    const url = `https://www2.${host}/pub/${document.slug}`;
    add({ ...mirror, url, body: body.replace(/<body[^>]*>/i, (tag) => tag + banner), content });
    for (let session = 0; session < sessionsOfText; session++) {
      const id = createHash('md5').update(`${host} ${i} ${session}`).digest('hex');
      const linked = body.replaceAll(
        /href="([^"#?:]+)"/gi,
        (_, path: string) => `href="${path}?PHPSESSID=${id}"`,
      );
      add({
        ...mirror,
        url: `https://${host}/1.0/show.php?id=${810 + i}&PHPSESSID=${id}`,
        body: linked,
        content,
      });
    }
    // a reference's page is more than its description, and no site prints only that
    if (i % 2 === 0 && engine.kind !== 'reference') {
      const printed = `<html><head><title>${site.host} - print</title></head><body onload="window.print()"><b>${document.title}</b>${document.paragraphs.map((each) => `<p>${each}</p>`).join('\n')}<hr>Printed from https://${host}/${810 + i}</body></html>`;
      add({ ...mirror, url: `https://${host}/print/${810 + i}`, body: printed, content });
    }
  }
  const licenceContent = `licence of ${engine.name}`;
  const licenceShown = { title: 'Terms of the licence', paragraphs: licence };
  for (let place = 0; place < licencePlaces; place++) {
    const body = inTheme(slots['1.0'][place], place, licenceShown);
    add({ ...mirror, url: `https://${host}/p/${8431 + 7 * place}`, body, content: licenceContent });
  }
  const guest = { ...common, site: next.engine.name, how: 'other template' } as const;
  const borrowed = inTheme(next.slots['1.0'][0], 0, licenceShown);
  add({ ...guest, url: `https://${next.host}/legal/9.html`, body: borrowed, content: licenceContent });
  const team = { title: 'Our team', paragraphs: teamOf(engine.name) };
  const content = `team of ${engine.name}`;
  for (const [place, where, page] of [
    [1, { ...common, how: 'other template' } as const, site],
    [2, guest, next],
  ] as const) {
    const url = `https://${page.host}/${place === 1 ? 'about/team' : 'partners/team-2'}`;
    add({ ...where, url, body: inTheme(page.slots['1.0'][place], place, team), content });
  }
}

const first = words(
  'Ada Bram Cleo Dirk Elif Finn Gwen Hugo Ines Jari Kaja Luca Mina Nils Olga Piet Rosa Sami Tove Yara',
);
const last = words('Aal Ber Cos Dah Ek Far Gom Hru Iba Jan Kov Lin Mor Nag Oka Pet Quis Ros Sil Tan');
const endings = words('to sson ova gren ini ez man aki uk ard ides wicz escu ema yan land oğlu sen vich ton');
const tasks = words(
  'payroll rigging charts weather cranes insurance cooking welding radio translation training archives safety mooring pumps auditing letters painting sails engines',
);
const pasts = words(
  'Antwerp Bilbao Cardiff Durban Esbjerg Fremantle Gdansk Halifax Izmir Jeddah Kobe Lagos Manila Nassau Osaka Piraeus Quebec Riga Santos Tunis',
);

/** The people who work at a site, by a digest of its name. Two teams rarely have a person in common. */
function teamOf(name: string): string[] {
  return Array.from({ length: peopleOfTeam }, (_, i) => {
    const digest = createHash('sha256').update(`${name} ${i}`).digest();
    const pick = (items: readonly string[], at: number): string => items[digest[at] % items.length];
    return `${pick(first, 0)} ${pick(last, 1)}${pick(endings, 7)} looks after ${pick(tasks, 2)} and ${pick(tasks, 3)}, came from ${pick(pasts, 4)} in ${1985 + (digest[5] % 38)}, and once sailed to ${pick(pasts, 6)}.`;
  });
}
