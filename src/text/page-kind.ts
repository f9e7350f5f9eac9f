import { hasWords } from './character-kinds.ts';
import type { Extracted } from './extract.ts';

/** Kinds of page that look alike on every site and have no content of their own. */
export const shellKinds = [
  'empty',
  'soft-404',
  'consent-wall',
  'login-wall',
  'redirect',
  'needs-javascript',
  'text-not-in-html',
] as const;

/** One of {@link shellKinds}. */
export type ShellKind = (typeof shellKinds)[number];

/** What a fetched page turned out to be. */
export type PageKind = 'article' | ShellKind;

/** A page whose main text has this many words is an article, whatever its phrases. */
const thinWords = 100;
/**
 * A page with fewer words and much more in its data or templates has its text there. Scripts that are run do not count.
 */
const breadcrumbWords = 20;
const scriptShare = 20;
const thinScript = 100;
/** On a page with a script, a text this short is a notice that the page is loading. */
const noticeWords = 8;
const noticeLength = 80;
/** Kana, Han and Hangul, which count twice: a sentence needs half as many of them as of other letters. */
const denseLetter = /[\u3041-\u9fff\uac00-\ud7a3]/g;
/**
 * A shell has no more visible text than this, in code units, whatever its template; but some menus are longer, and below such a one both the
 * name and the text of a page may say that it was not found.
 */
const thinVisible = 4000;

/**
 * Tells shells from articles by what they say about themselves (English, German, French, Spanish, Italian,
 * Portuguese, Dutch).
 *
 * Conservative: only a page with less than 100 words of main text can be a shell, and only if its title, its heading,
 * its first text or its markup says so. A short article stays an article. Cost: O(text), a few microseconds.
 */
export function pageKind(page: Extracted): PageKind {
  if (hasWords(page.text, thinWords)) return 'article';
  const named = `${page.title}\n${page.heading}`.toLowerCase();
  // frameworks send the text of their error page along with each other page
  const own = plain(page.visibleLength > 0 ? (page.shown ?? page.text) : page.text);
  if (page.visibleLength > thinVisible) {
    return notFoundName.test(named) && notFoundText.test(own) ? 'soft-404' : 'article';
  }
  const said = `${own}\n${plain(page.opening)}`;
  if (notFoundName.test(named) || notFoundText.test(said) || unwrittenText.test(own)) return 'soft-404';
  const isOneNotice = !own.includes('\n') && !hasWords(own, noticeWords);
  if (isOneNotice && notFoundName.test(own)) return 'soft-404';
  if (consentName.test(named) || consentText.test(said)) return 'consent-wall';
  if (loginText.test(said) || (page.passwordField && loginName.test(named))) return 'login-wall';
  if (page.sendsOn) return 'redirect';
  // all phrases in `scriptText` contain it
  if (said.includes('javascript') && scriptText.test(said.replace(hiddenAddress, ' ')))
    return 'needs-javascript';
  if (page.visibleLength < 200 && scriptText.test(page.noscript.toLowerCase())) return 'needs-javascript';
  if (page.visibleLength === 0)
    return page.text !== '' ? 'article' : page.hasFrames ? 'text-not-in-html' : 'empty';
  if (page.hasScript && isNoLongerThanNotice(page) && !hasWords(page.text, noticeWords)) {
    return 'text-not-in-html';
  }
  const isFilledByScript = page.inertLength >= scriptShare * Math.max(page.text.length, thinScript);
  return isFilledByScript && !hasWords(page.text, breadcrumbWords) ? 'text-not-in-html' : 'article';
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}

function isNoLongerThanNotice({ visibleLength, opening }: Extracted): boolean {
  if (visibleLength >= noticeLength) return false;
  // of so short a page the opening is all that can be seen
  return visibleLength + (opening.match(denseLetter)?.length ?? 0) < noticeLength;
}

const notFoundName = phrases(
  // a thread about a `404 error in the help` is none
  '^(?:error |http |fehler |erreur |errore |erro )?404(?!\\.?\\d)(?:$|[\\n:.|–]|[ -](?!error (?!page)[a-z]))',
  '(?:page|file|document|site|url) (?:was |could )?not (?:be )?found',
  '^(?:object |error[: ]+)?not found$',
  "(?:page|seite) (?:doesn't|does not|no longer|existiert nicht)(?: exists?)?",
  'seite (?:wurde )?(?:leider )?nicht gefunden',
  'page (?:introuvable|non trouvée)',
  'página no (?:encontrada|existe)',
  'pagina non (?:trovata|esiste)',
  'página não (?:encontrada|existe)',
  'pagina niet gevonden',
);
const wasNotFound = "(?:was not|wasn't|could not be|couldn't be|cannot be|can't be) found";
const notFoundText = phrases(
  `(?:requested|this|that|the) (?:page|url)(?: (?:you|that|/)[^.!?\\n]{0,80})? ${wasNotFound}`,
  // a program may say so of any file
  `(?:requested (?:file|document)|(?:file|document) (?:you|that|/)[^.!?\\n]{0,80}) ${wasNotFound}`,
  "(?:can't|cannot|couldn't|could not) find (?:that|the|this) page",
  "the page (?:you|that you)[^.!?\\n]{0,60} (?:no longer exists|does not exist|doesn't exist|has been removed)",
  '(?:gewünschte|angeforderte|gesuchte) (?:seite|url)[^.!?\\n]{0,60} nicht (?:gefunden|mehr verfügbar)',
  "la page (?:que vous|demandée)[^.!?\\n]{0,60} (?:n'existe|introuvable|n'a pas été trouvée)",
  'la página (?:que|solicitada)[^.!?\\n]{0,60} no (?:existe|se ha encontrado|fue encontrada|está disponible)',
  'la pagina (?:che|richiesta)[^.!?\\n]{0,60} non (?:esiste|è stata trovata|è disponibile)',
  'a página (?:que|solicitada)[^.!?\\n]{0,60} não (?:existe|foi encontrada|está disponível)',
  'de (?:opgevraagde )?pagina (?:die|is|kan|kon)?[^.!?\\n]{0,60} niet (?:gevonden|bestaat|worden gevonden)',
);
/**
 * What MediaWiki says below the name of a page that nobody has written. Below the same words a category that nobody has described lists its
 * pages.
 */
const unwrittenText = new RegExp(
  `(?:${[
    'there is currently no text in this page',
    'diese seite enthält momentan noch keinen text',
    "il n'y a pour l'instant aucun texte sur cette page",
    'actualmente no hay texto en esta página',
    'in questo momento la pagina richiesta è vuota',
    'no momento, não há conteúdo nesta página',
    'deze pagina bevat geen tekst',
  ].join('|')})(?![^]*[ck]at[eé]gor)`,
  'u',
);
const consentName = phrases(
  '^before you continue',
  '^(?:cookie|privacy) (?:consent|settings|preferences)(?:$| \\|| -)',
  'bevor sie (?:zu|mit)[^\\n]{0,40} (?:fortfahren|weiter)',
  '^avant (?:de continuer|d.accéder)',
  '^antes de (?:continuar|ir a)',
  '^prima di continuare',
  '^voordat je (?:verdergaat|naar)',
);
const consentText = phrases(
  '(?:accept|agree to|allow)(?: all| the use of| our)? cookies (?:to|and) (?:continue|proceed|access|view)',
  'to (?:continue|proceed|access)[^.\\n]{0,40}(?:accept|consent to)[^.\\n]{0,40}cookies',
  'mit werbung weiterlesen|mit werbung und cookies',
  'um (?:fortzufahren|weiterzulesen)[^.\\n]{0,60}(?:cookies|zustimm)',
  '(?:pour continuer|pour accéder)[^.\\n]{0,80}(?:acceptez|accepter|cookies)',
  'para (?:continuar|acceder|aceder)[^.\\n]{0,80}(?:acepta|aceite|cookies)',
  'per (?:continuare|accedere)[^.\\n]{0,80}(?:accetta|cookie)',
  'om (?:verder te gaan|door te gaan)[^.\\n]{0,80}(?:accepteer|cookies)',
);
const loginName = phrases(
  '(?:^|[^a-z])(?:log ?in|sign ?in|log on)(?:$|[^a-z])',
  'anmelden|anmeldung|einloggen',
  "connexion|se connecter|s'identifier",
  'iniciar sesión|inicio de sesión',
  // not in `accessories`, of which many shops have a page, each with a form to log in
  '(?<!\\p{L})(?:accedi|accesso)(?!\\p{L})',
  '(?<!\\p{L})entrar(?!\\p{L})|iniciar sessão',
  'inloggen|aanmelden',
);
/** Below a short post that all may read, and in a section of a forum, those who want to write something are asked to log in. */
const unlessToWrite =
  '(?![^.\\n]{0,40}(?:comment|komment|coment|reactie|reageren|review|repl(?:y|ies)|to (?:post|create|start)))';
/** What asks to log in before one may read. */
const loginText = phrases(
  `(?:you must|you need to|you have to|please|you.ll need to) (?:be logged in|be signed in|log ?in|sign ?in|log on)${unlessToWrite}[^.\\n]{0,30} (?:to|before|first)`,
  // in brackets it tells of a link in a list
  '(?<!\\()(?:log ?in|sign ?in|subscribe) to (?:continue|read|view|access)',
  `(?:melden sie sich an|bitte (?:melden|loggen) sie sich)${unlessToWrite}[^.\\n]{0,60} (?:um|an|ein)`,
  `(?:connectez-vous|vous devez (?:être connecté|vous connecter))${unlessToWrite}[^.\\n]{0,30} (?:pour|afin)`,
  `(?:inicia sesión|debes? iniciar sesión|tienes que iniciar sesión)${unlessToWrite}[^.\\n]{0,30} para`,
  `(?:accedi|effettua l'accesso|devi (?:accedere|effettuare))${unlessToWrite}[^.\\n]{0,30} per`,
  `(?:faça login|inicie sessão|precisa (?:fazer|iniciar))${unlessToWrite}[^.\\n]{0,30} para`,
  `(?:log in|meld je aan|u moet inloggen|je moet (?:zijn )?ingelogd)${unlessToWrite}[^.\\n]{0,30} om`,
);
const scriptText = phrases(
  "(?:enable|activate|turn on|requires?|need|without|doesn't work (?:properly )?without) javascript",
  'javascript (?:is|must be|needs to be|has to be|to be|seems to be|appears to be)(?: \\w+)? (?:required|enabled|disabled|turned off|switched off)',
  'javascript (?:muss|ist)[^.\\n]{0,40}(?:aktiviert|deaktiviert)|javascript (?:aktivieren|einschalten)|aktivieren sie (?:bitte )?javascript',
  '(?:activer|activez|nécessite) (?:le )?javascript|javascript (?:est|doit être) (?:requis|désactivé|activé)',
  '(?:activar?|habilit[ae]r?|requiere) (?:el )?javascript',
  '(?:attiva(?:re)?|abilita(?:re)?|richiede) (?:il )?javascript',
  '(?:ativ[ae]r?|habilit[ae]r?|requer) (?:o )?javascript',
  '(?:schakel|zet) javascript (?:in|aan)|javascript (?:is )?(?:vereist|uitgeschakeld|inschakelen)',
);
/** What Joomla, in its many languages, shows in place of an e-mail address: that it is protected from spam, and can be seen with JavaScript. */
const hiddenAddress = /spam[^.!?\n]{0,40}[.!?][^.!?\n]{0,160}javascript[^.!?\n]{0,160}/g;

function phrases(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'mu');
}
