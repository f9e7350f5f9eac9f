import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { articles, bakery, lighthouse, nightMarket, toolLibrary } from './articles.ts';
import { blog, consentWall, list, present, presentArticle, print, softNotFound } from './templates.ts';

/** The example site while it is served. */
export interface Site {
  /** Origin of the newspaper, such as `http://127.0.0.1:40001`. */
  readonly paper: string;
  /** Origin of a mirror that has a copy of one article. */
  readonly mirror: string;
  close(): Promise<void>;
}

/** Serves a small newspaper, and a mirror of one of its articles, on free ports of the loopback interface. */
export async function serveSite(): Promise<Site> {
  const paper = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/b/17') {
      response.writeHead(302, { location: `/articles/${bakery.slug}` }).end();
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(pathname, searchParams).replaceAll('MIRROR', originOf(mirror)));
  });
  const mirror = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // The copy's links lead back to the paper, as those of a cached page do.
    response.end(presentArticle(toolLibrary).replaceAll('href="/', `href="${originOf(paper)}/`));
  });
  await Promise.all(
    [paper, mirror].map(
      (server) =>
        new Promise<void>((listening) => {
          server.listen(0, '127.0.0.1', listening);
        }),
    ),
  );
  return {
    paper: originOf(paper),
    mirror: originOf(mirror),
    close: async () => {
      await Promise.all(
        [paper, mirror].map(
          (server) =>
            new Promise((closed) => {
              server.close(closed);
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The page at a path. Nothing is ever "404": an unknown path is a soft one, as on many a real site. */
function page(path: string, query: URLSearchParams): string {
  const [, folder, slug] = path.split('/');
  if (path === '/') return frontPage(Number(query.get('page') ?? 1));
  if (folder === 'articles') {
    const article = articles.find((each) => each.slug === slug);
    if (article) return presentArticle(article, query.get('sid') ?? undefined);
  }
  if (folder === 'print') {
    const article = articles.find((each) => each.slug === slug && each.printable);
    if (article) return print(article);
  }
  if (path === `/blog/2021/05/${nightMarket.slug}`) return blog(nightMarket);
  if (['/account', '/offers', '/letters'].includes(path)) return consentWall();
  if (path === '/blank') return '<!doctype html><html><head></head><body></body></html>';
  if (folder === 'pictures') return picture(slug ?? '');
  return softNotFound(path);
}

function frontPage(number: number): string {
  if (number === 1) return list(articles.slice(0, 3), '/?page=2');
  if (number === 2) return list(articles.slice(3, 6), '/?page=3');
  return list(articles.slice(6)).replace(
    '</main>',
    `<h2>Elsewhere</h2><ul>
<li><a href="/articles/${lighthouse.slug}?sid=77c1">The lighthouse, again</a></li>
<li><a href="/blog/2021/05/${nightMarket.slug}">The market on our old blog</a></li>
<li><a href="MIRROR/articles/${toolLibrary.slug}">The tool library on a mirror</a></li>
<li><a href="/articles/cinema-closes">The cinema closes</a></li>
<li><a href="/archive/1987">The year 1987</a></li>
<li><a href="/blank">A page that nobody wrote</a></li>
</ul></main>`,
  );
}

function picture(name: string): string {
  const captions: Record<string, string> = {
    dusk: 'Harbour at dusk',
    quay: 'The fish quay',
    frost: 'First frost',
  };
  const caption = captions[name];
  if (caption === undefined) return softNotFound(`/pictures/${name}`);
  const others = Object.keys(captions).map(
    (each) => `<a href="/pictures/${each}"><img src="/${each}.jpg"></a>`,
  );
  return present(
    caption,
    `<figure><img src="/${name}.jpg"><figcaption>${caption}</figcaption></figure>${others.join('')}`,
  );
}
