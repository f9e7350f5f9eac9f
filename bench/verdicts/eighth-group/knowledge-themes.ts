import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { script } from '../shells.ts';
import { halves, html, menu, theme } from '../theme.ts';
import { cards, cookieDialog, pick, whole } from './parts.ts';

const handles = 'kelp_and_co|brackish|tidewrack|eddyline|sandbar';

/** Recipes as plug-ins of WordPress write them: a card with facts, a leap to it, comments, others to try. Italian. */
const recipes = theme('recipes', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const things = 'farina 00|burro|zucchero|uova|latte|lievito|sale|limone|pinoli|miele'.split('|');
  const needed = [0, 1, 2, 3, 4].map((i) => `${20 * (1 + ((at + i) % 15))} g ${things[(at + 3 * i) % 10]}`);
  const main = areLoose
    ? `<article class="page type-page"><h1 class="entry-title">${title}</h1><div class="entry-content">${html(paragraphs)}</div></article>`
    : `<article class="post type-post"><header class="entry-header"><h1 class="entry-title">${title}</h1><p class="entry-meta">di <a>Redazione</a> · aggiornato il ${dated(at).digits} · <a>${at % 40} commenti</a></p><a class="wprm-recipe-jump" href="#wprm-recipe-container-${at}">Vai alla ricetta</a> <a class="wprm-recipe-print">Stampa</a></header><div class="entry-content">${notice === '' ? '' : `<p><strong>${notice}</strong></p>`}${html(paragraphs)}<div id="wprm-recipe-container-${at}" class="wprm-recipe-container"><div class="wprm-recipe"><h2 class="wprm-recipe-name">${title}</h2><div class="wprm-recipe-rating"><span>${3 + (at % 2)}.${at % 10}</span> da <span>${at % 300}</span> voti</div><div class="wprm-recipe-times"><span>Preparazione</span> ${10 + (at % 50)} minuti <span>Cottura</span> ${15 + (at % 60)} minuti <span>Porzioni</span> ${2 + (at % 8)}</div><h3>Ingredienti</h3><ul class="wprm-recipe-ingredients">${needed.map((each) => `<li>▢ ${each}</li>`).join('')}</ul></div></div></div></article><section class="related-posts"><h3>Potrebbero piacerti</h3>${cards(shown, 4, 7, (name) => `<div><a>${name}</a></div>`)}</section><div id="comments"><h3>Lascia un commento</h3><p class="comment-notes">Il tuo indirizzo email non sarà pubblicato. I campi obbligatori sono contrassegnati *</p></div>`;
  return whole(
    'it-IT',
    `${title} - ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'Recipe', name: title, recipeIngredient: needed }),
    `<body class="${areLoose ? 'page' : 'single single-post'} wp-theme-kadence"><a class="skip-link screen-reader-text" href="#main">Salta al contenuto</a><header id="masthead"><nav><ul>${links('Antipasti|Primi|Secondi|Dolci|Chi siamo')}</ul></nav></header><main id="main">${main}</main><aside class="widget-area"><section class="widget"><h2>Benvenuti</h2><p>${shown.shared[0]}</p></section></aside><footer><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** An issue as GitLab 18 shows it: bars of the new navigation, a description, what happened in lines, sidebars. */
const gitlab = theme('like GitLab', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const event = (i: number): string =>
    `<li class="note system-note note-wrapper"><div class="timeline-content"><a class="author-name-link">${pick(at + i, handles)}</a> <span>${pick(at + 2 * i, 'added ~backend label|changed milestone to %18.2|assigned to @eddyline|mentioned in merge request|marked this as blocked')}</span> · <time>${dated(at + i).iso}</time></div></li>`;
  const note = `<li class="note timeline-entry"><div class="note-header"><a>${pick(at + 3, handles)}</a></div><div class="note-text md"><p>${pick(at, 'I can reproduce this on the current main branch.|Please add the version and the log.|Same here since the last upgrade.|Fixed by the linked merge request, I think.')}</p></div></li>`;
  const main = areLoose
    ? `<div class="wiki-page-details"><h1 data-testid="wiki-page-title">${title}</h1><div class="js-wiki-page-content md">${html(paragraphs)}</div></div>`
    : `<div class="work-item-view"><div class="gl-flex"><span class="badge">${pick(at, 'Open|Closed')}</span> Issue created by <a>${pick(at, handles)}</a></div><h1 data-testid="work-item-title" class="gl-heading-1">${title}</h1><div class="work-item-description md">${notice === '' ? '' : `<blockquote dir="auto"><p>${notice}</p></blockquote>`}${html(paragraphs)}<details><summary>Output of checks</summary><pre class="code highlight" data-canonical-lang="text"><code>System: ok\nVersion: ${18}.${at % 9}.${at % 7}\n</code></pre></details></div><div class="awards">👍 ${at % 30} 👎 ${at % 4}</div><section><h2>Linked items</h2><ul>${cards(shown, 3, 11, (name, n) => `<li><a>${name}</a> <span>#${n % 900}</span></li>`)}</ul></section><section><h2>Activity</h2><ul class="notes main-notes-list timeline">${[0, 1, 2].map(event).join('')}${note}</ul><p>Please <a>register</a> or <a>sign in</a> to reply</p></section></div><aside class="right-sidebar" aria-label="Attributes"><div>Assignees <a>${pick(at, handles)}</a></div><div>Labels <span>bug</span> <span>backend</span></div><div>Weight ${at % 9}</div><div>Due date None</div><div>Time tracking No estimate or time spent</div></aside>`;
  return whole(
    'en',
    areLoose
      ? `${title} · Wiki · Harbour / Quay · GitLab`
      : `${title} (#${at}) · Issues · Harbour / Quay · GitLab`,
    `<script>window.gon={};gon.api_version="v4";gon.default_avatar_url="/assets/no_avatar.png";</script>`,
    `<body class="tab-width-8 gl-browser-generic" data-page="projects:${areLoose ? 'wikis:show' : 'issues:show'}"><div class="layout-page js-page-layout page-with-super-sidebar"><aside class="js-super-sidebar super-sidebar super-sidebar-loading" data-command-palette='{"project_files_url":"/f"}'><ul>${links('Project|Manage|Plan|Code|Build|Deploy|Operate|Monitor|Analyze')}</ul></aside><div class="content-wrapper"><div class="top-bar-fixed"><nav aria-label="Breadcrumbs"><ol><li>Harbour</li><li>Quay</li></ol></nav></div><div class="flash-container"></div><main id="content-body" itemscope itemtype="http://schema.org/SoftwareSourceCode">${main}</main></div></div><footer><p>${shown.shared[0]}</p></footer></body>`,
  );
});

/** Questions with votes and several answers; the first half of a text asks, the second answers. */
const questions = theme('questions and answers', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const [asked, answered] = halves(paragraphs);
  const votes = (n: number): string =>
    `<div class="js-vote-count" itemprop="upvoteCount" data-value="${n}">${n}</div>`;
  const signed = (i: number): string =>
    `<div class="user-info"><div class="user-action-time">${i === 0 ? 'asked' : 'answered'} <time>${dated(at + i).digits}</time></div><a>${pick(at + i, handles)}</a> <span class="reputation-score">${1 + ((at * (i + 3)) % 9000)}</span></div>`;
  const comment = `<ul class="comments-list"><li><span class="comment-copy">${pick(at, 'Have you tried it without the last option?|This is answered in the manual, chapter 4.|Welcome! Please take the tour.|What does the log say?')}</span> – <a>${pick(at + 2, handles)}</a></li></ul>`;
  const other = `<div class="answer js-answer">${votes(at % 3)}<div class="s-prose js-post-body"><p>${pick(at >> 3, 'The accepted answer is right, but note that it changed in the last release.|In my case a restart was enough.|There is now a plug-in that does this for you.')}</p></div>${signed(2)}</div>`;
  const main = areLoose
    ? `<div id="mainbar-full"><h1>${title}</h1><div class="s-prose">${html(paragraphs)}</div></div>`
    : `<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div id="question-header"><h1 itemprop="name"><a class="question-hyperlink">${title}</a></h1><a class="btn">Ask Question</a></div><div class="d-flex">Asked ${1 + (at % 11)} years ago · Viewed ${at % 900}k times</div><div id="mainbar" role="main" aria-label="question and answers">${notice === '' ? '' : `<aside class="s-notice" role="status"><p>${notice}</p></aside>`}<div class="question js-question">${votes(at % 400)}<div class="s-prose js-post-body" itemprop="text">${html(asked)}</div>${signed(0)}${comment}</div><div id="answers"><h2>${2 + (at % 9)} Answers</h2><select><option>Highest score (default)<option>Date modified (newest first)</select><div class="answer js-answer accepted-answer">${votes(at % 700)}<div class="s-prose js-post-body" itemprop="text">${html(answered)}</div>${signed(1)}</div>${other}<h2>Your Answer</h2><p>Thanks for contributing an answer! Please be sure to answer the question. Provide details and share your research.</p></div></div><div id="sidebar"><div class="s-sidebarwidget"><p>${shown.shared[0]}</p></div><h4>Linked</h4>${cards(shown, 3, 13, (name, n) => `<div><span>${n % 90}</span> <a>${name}</a></div>`)}<h4>Related</h4>${cards(shown, 6, 5, (name, n) => `<div><span>${n % 50}</span> <a>${name}</a></div>`)}<h4>Hot Network Questions</h4><ul>${links('Can a knight visit every square of a torus?|Why do ferries load from the stern?|How old is this teapot?|Is this sentence a zeugma?')}</ul></div></div>`;
  return whole(
    'en',
    areLoose ? `${title} - ${shown.site} Exchange` : `sailing - ${title} - ${shown.site} Exchange`,
    '',
    `<body class="question-page unified-theme"><header class="s-topbar"><a class="s-topbar--logo">${shown.site} Exchange</a><form role="search"><input placeholder="Search on ${shown.site}…"></form><ol><li><a>Log in</a></li><li><a>Sign up</a></li></ol></header>${cookieDialog('Cookie consent', 'By clicking “Accept all”, you agree we can store cookies on your device.', 'Accept all|Necessary only')}<div class="container"><div id="left-sidebar"><nav role="navigation"><ol>${links('Home|Questions|Tags|Users|Unanswered')}</ol></nav></div><div id="content">${main}</div></div><footer><ul>${links('Tour|Help|Chat|Contact|Feedback')}</ul><p>Site design and logo © 2026; user contributions licensed under CC BY-SA.</p></footer></body>`,
  );
});

/** What is new in a program, an entry a page, with all entries beside it. */
const changelog = theme('a changelog', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const main = areLoose
    ? `<div class="prose mx-auto"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<article class="relative"><div class="flex items-center gap-x-3"><time datetime="${dated(at).iso}" class="text-xs/6 text-gray-500">${pick(at, 'Nov|Oct|Sep|Aug|Jul')} ${1 + (at % 28)}, 2026</time><span class="rounded-full bg-emerald-400/10 px-1.5">${pick(at, 'New|Improved|Fixed')}</span><a class="font-mono">v${3 + (at % 3)}.${at % 20}.${at % 7}</a></div><h1 class="mt-2 text-4xl tracking-tight">${title}</h1><div class="prose prose-slate dark:prose-invert mt-8">${notice === '' ? '' : `<div class="callout"><p>${notice}</p></div>`}${html(paragraphs)}<h2 id="fixes">Other fixes</h2><ul><li>${pick(at, 'Lists load faster.|Fewer calls on start.|Icons are sharper.')}</li><li>${pick(at >> 2, 'Dates follow the system.|Copy keeps line breaks.|Focus returns to the field.')}</li></ul></div><div class="mt-10">Was this helpful? <button>👍</button><button>👎</button></div></article><nav class="pager">${cards(shown, 2, 1, (name) => `<a>${name}</a>`)}</nav>`;
  return whole(
    'en',
    areLoose ? `${title} - ${shown.site}` : `${title} - Changelog - ${shown.site}`,
    '<script>document.documentElement.classList.toggle("dark", localStorage.theme === "dark")</script>',
    `<body class="flex min-h-full"><header class="sticky top-0 z-50"><a href="/">${shown.site}</a><nav>${links('Product|Docs|Pricing|Changelog|Sign in|Start free')}</nav></header><div class="grid lg:grid-cols-[18rem_1fr]"><aside class="hidden lg:block"><h2>All updates</h2><ul role="list">${menu(shown)}</ul></aside><main class="px-6">${main}</main></div><section class="cta"><h2>Ready to ship?</h2><p>${shown.shared[0]}</p></section><footer>${links('Status|Security|Terms|Privacy')}</footer><script>self.__next_f.push([1,${script(`2:I[${at % 1000},[],"default"]\n`)}])</script></body>`,
  );
});

/** Animals and plants: a box of ranks, chapters with texts of one source, sightings by month. Swedish. */
const species = theme('species', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const [looks, range] = halves(paragraphs);
  const rank = (name: string, values: string, n: number): string =>
    `<tr><th>${name}</th><td><i>${pick(n, values)}</i></td></tr>`;
  const main = areLoose
    ? `<h1>${title}</h1><div class="text">${html(paragraphs)}</div>`
    : `<article itemscope itemtype="https://schema.org/Taxon"><h1 itemprop="name">${title}</h1><p class="sci"><i>${pick(at, 'Larus|Sterna|Uria|Alca|Mergus')} ${pick(at >> 3, 'borealis|minor|vulgaris|marinus|palustris')}</i></p><table class="ranks"><caption>Systematik</caption>${rank('Klass', 'Aves|Mammalia|Insecta', at)}${rank('Ordning', 'Charadriiformes|Anseriformes|Passeriformes', at >> 1)}${rank('Familj', 'Laridae|Alcidae|Anatidae', at >> 2)}</table><div class="redlist"><abbr>${pick(at, 'LC|NT|VU|EN')}</abbr> Rödlistan 2025</div>${notice === '' ? '' : `<p class="hint">${notice}</p>`}<h2>Kännetecken</h2>${html(looks)}<h2>Utbredning och levnadssätt</h2>${html(range)}<h2>Fynd per månad</h2><ol class="bars">${[0, 1, 2, 3, 4, 5].map((i) => `<li><span>${pick(i, 'jan|mar|maj|jul|sep|nov')}</span> ${(at * (i + 3)) % 400}</li>`).join('')}</ol><p class="cite">Dataset uppdaterat ${dated(at).digits}</p></article><section><h2>Liknande arter</h2><ul class="thumbs">${cards(shown, 6, 9, (name) => `<li><a><img loading="lazy" alt="${name}">${name}</a></li>`)}</ul></section>`;
  return whole(
    'sv',
    areLoose ? `${title} | ${shown.site}` : `${title} | Artfakta | ${shown.site}`,
    '',
    `<body><header><a>${shown.site}</a><nav aria-label="Huvudmeny"><ul>${links('Arter|Rapportera fynd|Rödlistan|Naturvård|Om oss')}</ul></nav></header><main id="main">${main}</main><footer><section><h2>Om projektet</h2><p>${shown.shared[0]}</p></section><ul>${links('Kontakt|Kakor|Tillgänglighet')}</ul></footer></body>`,
  );
});

/** Lessons of a course: all lessons beside each, a film, a text, questions, a talk. Portuguese. */
const lessons = theme('lessons of a course', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const main = areLoose
    ? `<div class="course-page"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<div class="lesson" data-lesson="${at}"><div class="video-shell"><video-js poster="/v/${at}.jpg"></video-js><button>Reproduzir vídeo</button></div><h1>${title}</h1><p>Vídeo · ${3 + (at % 20)} min · Módulo ${1 + (at % 6)}</p>${notice === '' ? '' : `<div class="aviso">${notice}</div>`}<div role="tablist"><button role="tab">Conteúdo</button><button role="tab">Notas</button><button role="tab">Fórum</button></div><div role="tabpanel" class="rich">${html(paragraphs)}</div><section class="quiz"><h2>Teste os seus conhecimentos</h2><form><fieldset><legend>Pergunta 1 de ${3 + (at % 5)}</legend><label><input type="radio">Verdadeiro</label><label><input type="radio">Falso</label></fieldset><button>Enviar resposta</button></form></section><details class="forum"><summary>${at % 40} comentários</summary><p>${pick(at, 'Excelente explicação, obrigado!|Não percebi a segunda parte.|Há alguma bibliografia recomendada?')}</p></details></div><nav class="pager">${cards(shown, 2, 1, (name) => `<a>${name}</a>`)}</nav>`;
  return whole(
    'pt-PT',
    areLoose ? `${title} | ${shown.site}` : `${title} | Navegação costeira | ${shown.site}`,
    '<meta name="csrf-token" content="a41f">',
    `<body><header><a>${shown.site}</a><nav><ul>${links('Cursos|Os meus cursos|Certificados|Entrar')}</ul></nav><progress value="0" max="60"></progress></header><div class="layout"><aside aria-label="Conteúdo do curso"><h2>Conteúdo do curso</h2><ol>${menu(shown)}</ol></aside><main>${main}</main></div><footer><p>${shown.shared[0]}</p></footer></body>`,
  );
});

/** Sites to which people go to know how something is done. */
export const knowledgeThemes: readonly Engine[] = [recipes, gitlab, questions, changelog, species, lessons];
