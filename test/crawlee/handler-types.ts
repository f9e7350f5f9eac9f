/**
 * Handlers as users write them, for every crawler of Crawlee's, inline and in routers: nothing of this runs, the compiler
 * checks in `npm test` that all of it is typed, and that what is marked as wrong is refused.
 */
import {
  AdaptivePlaywrightCrawler,
  BasicCrawler,
  type BasicCrawlingContext,
  CheerioCrawler,
  type CheerioCrawlingContext,
  createBasicRouter,
  createCheerioRouter,
  createHttpRouter,
  createPlaywrightRouter,
  HttpCrawler,
  type HttpCrawlingContext,
  JSDOMCrawler,
  LinkeDOMCrawler,
  PlaywrightCrawler,
  PuppeteerCrawler,
  Router,
} from 'crawlee';
import type { NearDuplicates, WithVerdict } from '../../plugins/crawlee/index.ts';

declare const duplicates: NearDuplicates;
declare function takesText(text: string): void;
declare function takesAny(value: unknown): void;

export const inline = [
  new CheerioCrawler({
    requestHandler: duplicates.guard(async ({ $, body, request, enqueueLinks, nearDuplicate }) => {
      takesText($('title').text());
      takesAny(body);
      takesText(request.loadedUrl);
      takesText(nearDuplicate.reason);
      await enqueueLinks({ globs: ['http://a.example/**'], label: 'DETAIL' });
    }),
  }),
  new HttpCrawler({
    requestHandler: duplicates.guard(async ({ body, contentType, request, nearDuplicate }) => {
      takesText(body.toString());
      takesAny(contentType.type);
      takesText(request.url);
      takesText(nearDuplicate.reason);
    }),
  }),
  new HttpCrawler({
    requestHandler: duplicates.guard<HttpCrawlingContext>(({ body }) => takesText(body.toString())),
  }),
  new JSDOMCrawler({
    requestHandler: duplicates.guard(async ({ window, nearDuplicate }) => {
      takesText(window.document.title);
      takesText(nearDuplicate.reason);
    }),
  }),
  new LinkeDOMCrawler({
    requestHandler: duplicates.guard(async ({ document, nearDuplicate }) => {
      takesText(document.title);
      takesText(nearDuplicate.reason);
    }),
  }),
  new PlaywrightCrawler({
    requestHandler: duplicates.guard(async ({ page, nearDuplicate }) => {
      takesText(await page.title());
      takesText(nearDuplicate.reason);
    }),
  }),
  new PuppeteerCrawler({
    requestHandler: duplicates.guard(async ({ page, nearDuplicate }) => {
      takesAny(await page.title());
      takesText(nearDuplicate.reason);
    }),
  }),
  new AdaptivePlaywrightCrawler({
    requestHandler: duplicates.guard(async ({ querySelector, nearDuplicate }) => {
      takesAny(await querySelector('title'));
      takesText(nearDuplicate.reason);
    }),
  }),
  new BasicCrawler({
    requestHandler: duplicates.guard(
      async ({ sendRequest, body, request, nearDuplicate }) => {
        takesAny((await sendRequest()).body);
        takesText(body);
        takesText(request.url);
        takesText(nearDuplicate.reason);
      },
      { page: async ({ sendRequest }) => (await sendRequest()).body },
    ),
  }),
  new BasicCrawler({
    requestHandler: duplicates.guard<BasicCrawlingContext>(({ request }) => takesText(request.url), {
      page: async ({ sendRequest }) => ({ body: (await sendRequest()).body, contentType: 'text/plain' }),
    }),
  }),
];

const cheerioRouter = createCheerioRouter();
cheerioRouter.use(duplicates.middleware);
cheerioRouter.addDefaultHandler(
  duplicates.guard(async ({ $, nearDuplicate }) => {
    takesText($('title').text());
    takesText(nearDuplicate.reason);
  }),
);
cheerioRouter.addHandler<{ sku: string }>(
  'DETAIL',
  duplicates.guard(async ({ $, request }) => {
    takesText($('title').text());
    takesText(request.userData.sku);
  }),
);
const httpRouter = createHttpRouter();
httpRouter.addDefaultHandler(duplicates.guard(async ({ body }) => takesText(body.toString())));
const playwrightRouter = createPlaywrightRouter();
playwrightRouter.addDefaultHandler(duplicates.guard(async ({ page }) => takesText(await page.title())));
const basicRouter = createBasicRouter();
basicRouter.addDefaultHandler(duplicates.guard(async ({ sendRequest }) => takesAny(await sendRequest())));
const ownRouter = Router.create<CheerioCrawlingContext>();
ownRouter.addDefaultHandler(duplicates.guard(async ({ $ }) => takesText($('title').text())));
const crawler = new CheerioCrawler();
crawler.router.addDefaultHandler(duplicates.guard(async ({ $ }) => takesText($('title').text())));

const named = duplicates.guard(async ({ $, nearDuplicate }: CheerioCrawlingContext & WithVerdict) => {
  takesText($('title').text());
  takesText(nearDuplicate.reason);
});

export const guarded = [
  new CheerioCrawler({ requestHandler: duplicates.guard(cheerioRouter) }),
  new HttpCrawler({ requestHandler: httpRouter }),
  new CheerioCrawler({ requestHandler: named }),
  new CheerioCrawler({ requestHandler: duplicates.guard(({ $ }: CheerioCrawlingContext) => void $) }),
];

export const attached: Promise<void>[] = [
  duplicates.attach(new CheerioCrawler(), 'shop'),
  duplicates.attach(new BasicCrawler()),
];

// @ts-expect-error A handler of another crawler's context is refused.
export const wrong = new PlaywrightCrawler({ requestHandler: named });

cheerioRouter.addDefaultHandler(
  duplicates.guard(async ({ request }) => {
    // @ts-expect-error Nothing is known of such a member.
    takesAny(request.unheardOf);
  }),
);
