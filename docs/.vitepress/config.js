import { defineConfig } from 'vitepress';

const page = (text, link) => ({ text, link });

export default defineConfig({
  title: 'neardup',
  description: 'Near-duplicate pages for web crawlers',
  srcDir: 'site',
  outDir: 'dist',
  cacheDir: '.cache',
  // a link that leads nowhere ends the build
  ignoreDeadLinks: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: [
      {
        text: 'Begin',
        items: [
          page('Start', '/start'),
          page('Choosing a threshold', '/threshold'),
          page('Which method', '/methods'),
          page('Against others', '/against-others'),
        ],
      },
      {
        text: 'Jobs',
        items: [
          page('A Crawlee crawl', '/crawlee'),
          page('Any other crawler', '/other-crawlers'),
          page('A dump', '/dump'),
          page('A clean copy', '/clean-copy'),
          page('The report', '/report'),
          page('An evaluation', '/evaluate'),
          page('Plain sets', '/sets'),
          page('An index of your own', '/own-index'),
          page('Beyond one machine', '/distributed'),
        ],
      },
      {
        text: 'Each crawler',
        items: [
          page('CheerioCrawler', '/crawler-cheerio'),
          page('HttpCrawler', '/crawler-http'),
          page('JSDOMCrawler', '/crawler-jsdom'),
          page('LinkeDOMCrawler', '/crawler-linkedom'),
          page('PlaywrightCrawler', '/crawler-playwright'),
          page('PuppeteerCrawler', '/crawler-puppeteer'),
          page('AdaptivePlaywrightCrawler', '/crawler-adaptive'),
          page('BasicCrawler', '/crawler-basic'),
        ],
      },
      {
        text: 'What it says',
        items: [
          page('Verdicts and reasons', '/verdicts'),
          page('When things go wrong', '/errors'),
          page('File formats', '/file-formats'),
          page('Schemas', '/schemas'),
          page('Upgrading', '/changelog'),
        ],
      },
      {
        text: 'How it works',
        items: [page('Algorithms', '/algorithms'), page('What the hashes promise', '/security-of-hashes')],
      },
      { text: 'Reference', items: [page('Every entry point', '/api/')] },
    ],
  },
});
