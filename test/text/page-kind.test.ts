import { describe, expect, test } from 'vitest';
import { extractText } from '../../src/text/extract.ts';
import { type PageKind, pageKind } from '../../src/text/page-kind.ts';

const kindOf = (html: string): PageKind => pageKind(extractText(html, 'main'));

const shells: Record<Exclude<PageKind, 'article' | 'empty'>, string[]> = {
  'text-not-in-html': [
    `<p>Home / Guides</p><script>${'render(state[17]);'.repeat(300)}</script>`,
    `<p>Loading …</p><script type="application/json">${'7,'.repeat(3000)}</script>`,
  ],
  'soft-404': [
    '<title>404 error</title><p>Nothing is here.</p>',
    '<title>404 Error Page | Harbour</title><p>Nothing is here.</p>',
    '<title>Harbour</title><p>The file you asked for could not be found.</p>',
    '<title>Harbour</title><p>The requested document was not found.</p>',
    '<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL /x was not found on this server.</p>',
    '<title>Page not found | Site</title><p>Sorry.</p>',
    '<title>Site</title><h1>Seite nicht gefunden</h1>',
    '<title>Page introuvable</title>',
    '<h1>Página no encontrada</h1>',
    '<h1>Pagina non trovata</h1>',
    '<h1>Página não encontrada</h1>',
    '<h1>Pagina niet gevonden</h1>',
    '<p>The page you are looking for no longer exists.</p>',
    '<h1>Harbour</h1><p>There is currently no text in this page. You can search for this page title in other pages.</p>',
    '<h1>Hafen</h1><p>Diese Seite enthält momentan noch keinen Text. Du kannst ihren Titel auf anderen Seiten suchen.</p>',
    '<h1>Port</h1><p>Il n’y a pour l’instant aucun texte sur cette page.</p>',
    '<h1>Puerto</h1><p>Actualmente no hay texto en esta página.</p>',
    '<h1>Porto</h1><p>In questo momento la pagina richiesta è vuota.</p>',
    '<h1>Porto</h1><p>No momento, não há conteúdo nesta página.</p>',
    '<h1>Haven</h1><p>Deze pagina bevat geen tekst.</p>',
  ],
  'consent-wall': [
    '<title>Before you continue to Search</title><p>We use cookies and data.</p><button>Accept all</button>',
    '<p>To continue, please accept our cookies.</p>',
    '<title>Bevor Sie zu Suche fortfahren</title><p>x</p>',
    '<h1>Avant de continuer</h1>',
    '<h1>Antes de continuar</h1>',
    '<h1>Prima di continuare</h1>',
    '<h1>Voordat je verdergaat</h1>',
  ],
  'login-wall': [
    '<p>You must be logged in to view this page.</p>',
    '<title>Log in - Site</title><form><input name="u"><input type="password"></form><p>Welcome</p>',
    '<p>Bitte melden Sie sich an, um weiterzulesen.</p>',
    '<p>Connectez-vous pour continuer.</p>',
    '<p>Inicia sesión para continuar.</p>',
    '<p>Accedi per continuare.</p>',
    '<p>Faça login para continuar.</p>',
    '<p>Log in om verder te gaan.</p>',
  ],
  redirect: [
    '<meta http-equiv="refresh" content="0;URL=../x.html"><p>Redirecting to <a href="../x.html">x</a>…</p>',
    `<META content=" 5.5 ; url = 'https://b.example/' " HTTP-EQUIV="Refresh"><p>We have moved to another address.</p>`,
    '<meta http-equiv=refresh content="10,/elsewhere">',
  ],
  'needs-javascript': [
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>',
    '<p>Please enable JavaScript and cookies.</p>',
    '<p>Bitte aktivieren Sie JavaScript.</p>',
    '<p>Veuillez activer JavaScript.</p>',
    '<p>Debes activar JavaScript.</p>',
    '<p>Attiva JavaScript.</p>',
    '<p>Por favor, habilite o JavaScript.</p>',
    '<p>Schakel JavaScript in.</p>',
  ],
};

describe('pageKind', () => {
  test('a short page is one beside programs, however long; beside as much data its text is elsewhere', () => {
    const short =
      '<h1>Index – Q</h1><p>Quadratic forms, quaternion algebras, quivers, quotient rings: see the full index of this manual.</p>';
    const program = `<script>${'configure({delimiters:[a,b]});'.repeat(100)}</script>`;
    expect(kindOf(short + program)).toBe('article');
    const data = `<script type="application/json">[${'[17,4],'.repeat(500)}0]</script>`;
    expect(kindOf(short + data)).toBe('text-not-in-html');
  });

  test('what tells search engines about a short page, and a program that begins with an assignment, do not make its text one that is elsewhere', () => {
    const short =
      '<h1>anchovy</h1><p>Recipes</p><p><a href="1">Sunday, August 16: Caesar Dressing with Egg</a></p>';
    const data = `"steps":[${'[17,4],'.repeat(500)}0]`;
    const asJson = (type: string, value: string) =>
      kindOf(`${short}<script type="${type}">${value}</script>`);
    expect(asJson('application/ld+json', `{"@context":"https://schema.org",${data}}`)).toBe('article');
    expect(asJson('application/ld+json', `[{"@context":"https://schema.org",${data}}]`)).toBe('article');
    expect(asJson('application/json', `{${data}}`)).toBe('text-not-in-html');
    const assigned = (rest: string) => kindOf(`${short}<script>window._settings = {${data}}${rest}</script>`);
    expect(assigned(';!function(d){d.write("")}(document);')).toBe('article');
    expect(assigned(' ; \n')).toBe('text-not-in-html');
  });

  test('a category that nobody has described is no page that nobody has written, as it lists its pages', () => {
    for (const [said, list] of [
      ['There is currently no text in this page.', 'Pages in category “Ships”'],
      ['Diese Seite enthält momentan noch keinen Text.', 'Seiten in der Kategorie „Schiffe“'],
      ['Il n’y a pour l’instant aucun texte sur cette page.', 'Pages dans la catégorie « Navires »'],
    ]) {
      const page = `<h1>Ships</h1><p>${said}</p>`;
      expect(kindOf(page)).toBe('soft-404');
      expect(kindOf(`${page}<h2>${list}</h2><ul><li><a href="/brig">Brig</a></ul>`)).toBe('article');
    }
  });

  test('a list that tells in brackets where a link asks to log in is no login', () => {
    const list = (said: string) => kindOf(`<h1>Meetings</h1><p>Monthly meetings of all clubs ${said}.</p>`);
    expect(list('(log in to view)')).toBe('article');
    expect(list(', log in to view')).toBe('login-wall');
  });

  test('in scripts without spaces three letters are a word, so that a short text is no notice and a long one no error page', () => {
    const script = '<script src="counter.js"></script>';
    expect(
      kindOf(`<p>今日は国際化活動の報告書が公開されたので、世界中の人に読んでほしい。</p>${script}`),
    ).toBe('article');
    const long = 'サーバの設定を変えると、この表示は消えます。設定の場所は版によって違います。'.repeat(9);
    expect(kindOf(`<title>404 の直し方</title><p>${long}</p>`)).toBe('article');
    expect(kindOf(`<p>読み込み中です…</p>${script}`)).toBe('text-not-in-html');
  });

  test('below a menu longer than any shell a page was not found where its name and its text say so, and not where one of them does', () => {
    const menu = `<nav>${'<a href="1">Benefits and other services</a> '.repeat(200)}</nav>`;
    const page = (name: string, text: string) =>
      kindOf(`<title>${name} | Harbour</title>${menu}<main><h1>${name}</h1><p>${text}</p></main>`);
    const gone = 'We can’t find the page you’re looking for. Its name might have changed.';
    expect(page('Page not found', gone)).toBe('soft-404');
    expect(page('Ferries', gone)).toBe('article');
    expect(page('Page not found', 'What this error of a server means, and what to do.')).toBe('article');
  });

  test('a page that says no more than that it was not found is an error, though its name is that of the site', () => {
    const page = (text: string) =>
      kindOf(`<title>Harbour</title><header>Harbour</header><main>${text}</main>`);
    expect(page('<p>404 - Page not found</p>')).toBe('soft-404');
    expect(page('<p>Found: keys</p><p>Page not found in the log book</p>')).toBe('article');
    expect(page('<p>After the last storm all I get is page not found.</p>')).toBe('article');
  });

  test('in Korean, Japanese and Chinese half as many letters as in other scripts make a page with a script more than a notice', () => {
    const listOf = (list: string) => kindOf(`${list}<script src="menu.js"></script>`);
    const around = (list: string) =>
      `<nav>소개 모든글 찾아보기</nav>${list}<footer>© 2024–2026 바닷가 부엌. English</footer>`;
    const korean = '<h2>태그: 국물</h2><ul><li><a href="1">얼큰하고 시원한 순두부찌개</a></li></ul>';
    expect(listOf(around(korean))).toBe('article');
    expect(listOf('<p>잠시만 기다려 주세요. 내용을 불러오는 중입니다…</p>')).toBe('text-not-in-html');
    expect(listOf('<p>About</p><h2>Tag: soups</h2><a href="1">Tofu stew</a>')).toBe('text-not-in-html');
  });

  test('the error page that a framework sends along does not make a short page one, unless the page shows nothing else', () => {
    const said =
      'The page you are looking for does not exist. Please log in to continue, or go back to where you came from and try another link.';
    const state = `<script>self.__next_f.push([1, ${JSON.stringify(said)}])</script>`;
    const template = `<template><p>${said}</p></template>`;
    for (const inert of [state, template]) {
      expect(kindOf(`<title>Contact</title><h1>Contact</h1><p>Write to us at any time.</p>${inert}`)).toBe(
        'article',
      );
      expect(kindOf(`<title>Contact</title>${inert}`)).toBe('soft-404');
      expect(kindOf(`<title>Contact</title><h1>Page not found</h1>${inert}`)).toBe('soft-404');
    }
  });

  test('an e-mail address that is hidden from spam until a script runs does not make a short page one that needs it', () => {
    const contact = '<h1>Press</h1><p>For press information please write to us, or call.</p>';
    for (const hidden of [
      'This email address is being protected from spambots. You need JavaScript enabled to view it.',
      'Diese E-Mail-Adresse ist vor Spambots geschützt! Zur Anzeige muss JavaScript eingeschaltet sein!',
      'Cette adresse e-mail est protégée contre les robots spammeurs. Vous devez activer le JavaScript pour la visualiser.',
      'Esta dirección de correo electrónico está siendo protegida contra los robots de spam. Necesita tener JavaScript habilitado para poder verlo.',
      'Questo indirizzo email è protetto dagli spambots. È necessario abilitare JavaScript per vederlo.',
    ]) {
      expect(kindOf(`${contact}<p>${hidden}</p>`), hidden).toBe('article');
      expect(kindOf(`<p>${hidden}</p><p>Please enable JavaScript.</p>`), hidden).toBe('needs-javascript');
    }
  });

  for (const [kind, pages] of Object.entries(shells)) {
    test.each(pages)(`knows a ${kind}: %s`, (html) => {
      expect(kindOf(html)).toBe(kind);
    });
  }

  test('a short post that asks those to log in who want to write something is one, whether or not the form for that stands below it', () => {
    const post = '<h1>A new site</h1><p>We have moved, and hope that you find everything.</p>';
    const form = '<form><input name="u"><input type="password"></form>';
    for (const asked of [
      'You must be logged in to post a comment.',
      'You must be logged in to leave a review.',
      'Please log in to reply to this topic.',
      'Please Login or Register to create posts and topics.',
      'Vous devez être connecté pour publier un commentaire.',
      'Bitte melden Sie sich an, um einen Kommentar zu schreiben.',
      'Debes iniciar sesión para comentar.',
      'Je moet ingelogd zijn om een reactie te plaatsen.',
    ]) {
      expect(kindOf(`${post}<p>${asked}</p>`)).toBe('article');
      expect(kindOf(`${post}<p>${asked}</p>${form}`)).toBe('article');
    }
    expect(kindOf(`<h1>Log in</h1><p>You must be logged in to reply to topics.</p>${form}`)).toBe(
      'login-wall',
    );
    expect(kindOf(`${post}<p>You must be logged in to read on.</p>`)).toBe('login-wall');
  });

  test('a word in which that for a login in another language is written is none: accessories', () => {
    const form = '<form><input name="u"><input type="password"></form>';
    const named = (name: string) =>
      kindOf(`<title>${name} | Harbour</title><p>Rope, twelve metres.</p>${form}`);
    for (const name of ['Accessories', 'Boat accessories – Page 3', 'Concentrar'])
      expect(named(name)).toBe('article');
    for (const name of ['Accesso', 'Accedi al porto', 'Entrar']) expect(named(name)).toBe('login-wall');
  });

  test('calls a page without anything to read empty', () => {
    expect(kindOf('<html><body><script>x</script><img src="a.png"></body></html>')).toBe('empty');
  });

  test('leaves short articles alone, and long ones whatever they speak of', () => {
    const long = 'Words about how a site answers when a page was not found, and what to do. '.repeat(10);
    for (const html of [
      '<title>Notes</title><p>A short page about nothing.</p>',
      '<title>Class: PageNotFoundError</title><h1>Class: PageNotFoundError</h1><p>Inherits: Object</p>',
      '<title>Route 404</title><h1>Route 404</h1><p>A road in the north.</p>',
      '<h1>404.07 Drivers of government vehicles</h1><p>This code applies to the drivers of all vehicles.</p>',
      "<h1>SoundError</h1><p>Raised where a sound is played and the file can't be found.</p>",
      '<title>404 error in the help</title><p>A link in the help leads nowhere.</p>',
      '<h1>404-Error in the help</h1><p>A link in the help leads nowhere.</p>',
      '<title>JavaScript: the good parts</title><p>A book about JavaScript.</p>',
      '<meta http-equiv="refresh" content="5"><p>The score is read again every five seconds.</p>',
      '<meta http-equiv="refresh" content="11; url=/next"><p>A picture of a show that goes on by itself.</p>',
      '<meta name="refresh" content="0; url=/next"><link http-equiv="refresh" content="0; url=/next"><p>Says nothing.</p>',
      '<noscript><meta http-equiv="refresh" content="0; url=/plain"></noscript><p>A short page with scripts.</p>',
      `<meta http-equiv="refresh" content="0; url=/next"><p>${long}</p>`,
      '<h1>Release</h1><p>Log in fixed. Sign in faster.</p>',
      `<title>Page not found</title><p>${long}</p>`,
      `<p>${long}</p><div class="cookie">Accept cookies to continue</div><noscript>Enable JavaScript</noscript>`,
    ]) {
      expect(kindOf(html)).toBe('article');
    }
  });
});
