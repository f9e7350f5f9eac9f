import type { Engine } from '../engines/engine.ts';
import { dated, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { script } from '../shells.ts';
import { html, menu, neighbours, theme } from '../theme.ts';

const people = ['Ines Faber', 'Jonas Holt', 'Mira Castell', 'Tom Ardley', 'Yusuf Demir'];

/** As Redmine shows an issue: attributes in two columns, subtasks, a history of changes, watchers. */
const redmine = theme('like Redmine', 'wiki', (shown) => {
  const at = keyOf(shown);
  const attribute = (name: string, value: string): string =>
    `<div class="${name.toLowerCase().replace(' ', '-')} attribute"><div class="label">${name}:</div><div class="value">${value}</div></div>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${shown.areLoose ? '' : `Bug #${at}: `}${shown.title} - ${shown.site} - Redmine</title><meta name="csrf-param" content="authenticity_token"><meta name="csrf-token" content="${(at * 48_271).toString(36)}"></head>
<body class="project-harbour has-main-menu controller-issues action-show avatars-on"><div id="wrapper"><div class="flyout-menu js-flyout-menu"></div><div id="top-menu"><div id="account"><ul>${links('Sign in|Register')}</ul></div><ul>${links('Home|Projects|Help')}</ul></div><div id="header"><a href="#" class="mobile-toggle-button"></a><div id="quick-search"><form><label>Search:</label><input type="text" name="q" class="small"></form></div><h1><span class="breadcrumbs"><a>Shipping</a> » </span><span class="current-project">${shown.site}</span></h1><div id="main-menu" class="tabs"><ul>${links('Overview|Activity|Roadmap|Issues|Gantt|Calendar|News|Documents|Wiki|Files|Repository')}</ul></div></div>
<div id="main"><div id="sidebar"><div id="sidebar-wrapper"><h3>Issues</h3><ul>${links('View all issues|Summary|Import')}</ul><h3>Custom queries</h3><ul class="queries">${links('Bugs open|Ready for review|Without an owner')}</ul>${
    shown.areLoose
      ? ''
      : `<div id="watchers"><h3>Watchers (${at % 4})</h3><ul>${people
          .slice(0, at % 4)
          .map((name) => `<li><a class="user active">${name}</a></li>`)
          .join('')}</ul></div>`
  }</div></div>
<div id="content"><div class="contextual"><a class="icon icon-edit">Edit</a> <a class="icon icon-copy">Copy</a></div>${
    shown.areLoose
      ? `<h2>${shown.title}</h2>${html(shown.paragraphs)}`
      : `<h2 class="inline-block">Bug #${at}</h2><div class="issue tracker-1 status-1 priority-4 details"><div class="next-prev-links contextual"><a>« Previous</a> | <span class="position">${1 + (at % 300)} of 300</span> | <a>Next »</a></div><div class="gravatar-with-child"></div><div class="subject"><div><h3>${shown.title}</h3></div></div><p class="author">Added by <a class="user active">${people[at % 5]}</a> <a title="${dated(at).iso}">${2 + (at % 9)} months</a> ago.</p>
<div class="attributes"><div class="splitcontent"><div class="splitcontentleft">${attribute('Status', ['New', 'In Progress', 'Feedback', 'Closed'][at % 4])}${attribute('Priority', ['Low', 'Normal', 'High'][at % 3])}${attribute('Assignee', people[(at >> 3) % 5])}${attribute('Target version', shown.version)}</div><div class="splitcontentleft">${attribute('Start date', dated(at).digits)}${attribute('% Done', `${10 * (at % 11)}%`)}${attribute('Estimated time', '-')}</div></div></div><hr><div class="description"><div class="contextual"><a class="icon icon-comment">Quote</a></div><p><strong>Description</strong></p><div class="wiki">${shown.notice === '' ? '' : `<p><em>${shown.notice}</em></p>`}${html(shown.paragraphs)}</div></div><hr><div id="relations"><p><strong>Related issues</strong></p></div></div>
<div id="history"><h3>History</h3><div class="tabs"><ul>${links('All|Notes|Property changes')}</ul></div><div id="tab-content-history"><div class="journal has-details"><h4>Updated by ${people[(at >> 2) % 5]} <a>${1 + (at % 2)} months</a> ago</h4><ul class="details"><li><strong>Status</strong> changed from <i>New</i> to <i>Feedback</i></li><li><strong>% Done</strong> changed from <i>0</i> to <i>${10 * (at % 11)}</i></li></ul></div></div></div><p class="other-formats">Also available in: <span><a class="atom">Atom</a></span> <span><a class="pdf">PDF</a></span></p>`
  }</div></div><div id="ajax-indicator" style="display:none;"><span>Loading...</span></div><div id="footer">Powered by <a>Redmine</a> © 2006-2026 Jean-Philippe Lang</div></div></body></html>`;
});

/** As Jira shows an issue to one who is not logged in: modules in two columns, a stream of activity, dialogs in templates. */
const jira = theme('like Jira', 'wiki', (shown) => {
  const at = keyOf(shown);
  const module = (id: string, name: string, inside: string): string =>
    `<div id="${id}" class="module toggle-wrap"><div class="mod-header"><button class="aui-button toggle-title" aria-expanded="true"></button><h4 class="toggle-title">${name}</h4></div><div class="mod-content">${inside}</div></div>`;
  const item = (name: string, value: string): string =>
    `<li class="item"><div class="wrap"><strong class="name">${name}:</strong><span class="value">${value}</span></div></li>`;
  return `<!DOCTYPE html><html lang="en"><head><title>${shown.areLoose ? '' : `[HBR-${at}] `}${shown.title} - ${shown.site} Jira</title><meta name="application-name" content="JIRA" data-name="jira" data-version="10.7.1"><meta name="ajs-issue-key" content="HBR-${shown.areLoose ? '' : at}"><script>window.WRM=window.WRM||{};WRM._unparsedData={"com.atlassian.plugins:context-path":"\\"\\""};</script></head>
<body id="jira" class="aui-layout aui-theme-default" data-version="10.7.1"><div id="page"><header id="header" role="banner"><a class="aui-skip-link" href="#main">Skip to main content</a><nav class="aui-header" aria-label="site"><div class="aui-header-primary"><h1 id="logo"><a href="/"><span class="aui-header-logo-device">${shown.site} Jira</span></a></h1><ul class="aui-nav">${links('Dashboards|Projects|Issues')}</ul></div><div class="aui-header-secondary"><form class="aui-quicksearch"><input type="text" placeholder="Search"></form><ul class="aui-nav"><li id="system-help-menu">Help<ul>${links('Jira Core help|Keyboard Shortcuts|About Jira|Jira Credits')}</ul></li><li id="user-options"><a class="aui-nav-link login-link">Log In</a></li></ul></div></nav></header>
<div id="announcement-banner">Public sign-up is switched off. Ask on the list of the project for an account.</div><main id="main" role="main"><div class="aui-sidebar projects-sidebar"><div class="aui-sidebar-wrapper"><a>${shown.site}</a><ul>${links('Issues|Reports|Components|Releases')}</ul></div></div><div class="issue-view"><div id="issue-content"><header id="stalker" class="issue-header"><div class="aui-page-header-main">${shown.areLoose ? '' : `<ol class="aui-nav aui-nav-breadcrumbs"><li><a>${shown.site}</a></li><li><a id="key-val">HBR-${at}</a></li></ol>`}<h1 id="summary-val">${shown.title}</h1></div></header>
<div class="issue-body-content"><div class="aui-group issue-body"><div class="aui-item issue-main-column">${
    shown.areLoose
      ? html(shown.paragraphs)
      : `${module('details-module', 'Details', `<ul id="issuedetails">${item('Type', ['Bug', 'Improvement', 'Task'][at % 3])}${item('Status', ['OPEN', 'RESOLVED', 'IN REVIEW'][at % 3])}${item('Priority', ['Major', 'Minor', 'Trivial'][(at >> 2) % 3])}${item('Resolution', at % 3 === 1 ? 'Fixed' : 'Unresolved')}${item('Affects Version/s', shown.version)}${item('Labels', 'None')}</ul>`)}${module('descriptionmodule', 'Description', `<div class="user-content-block">${shown.notice === '' ? '' : `<div class="panel"><div class="panelContent"><p>${shown.notice}</p></div></div>`}${html(shown.paragraphs)}</div>`)}${module(
          'linkingmodule',
          'Issue Links',
          `<dl class="links-list"><dt>relates to</dt>${neighbours(shown, 2)
            .map(
              (each) =>
                `<dd><p><a class="issue-link">HBR-${keyOf(each)}</a> <span>${each.title}</span></p></dd>`,
            )
            .join('')}</dl>`,
        )}${module('activitymodule', 'Activity', `<ul id="issue-tabs">${links('All|Comments|Work Log|History|Activity')}</ul><div class="issuePanelContainer"><p>There are no comments yet on this issue.</p></div>`)}`
  }</div>
${shown.areLoose ? '' : `<div class="aui-item issue-side-column">${module('peoplemodule', 'People', `<dl><dt>Assignee:</dt><dd>${people[at % 5]}</dd><dt>Reporter:</dt><dd>${people[(at >> 3) % 5]}</dd><dt>Votes:</dt><dd>${at % 7} Vote for this issue</dd><dt>Watchers:</dt><dd>${at % 11} Start watching this issue</dd></dl>`)}${module('datesmodule', 'Dates', `<dl><dt>Created:</dt><dd>${dated(at).digits}</dd><dt>Updated:</dt><dd>${dated(at + 5).digits}</dd></dl>`)}</div>`}</div></div></div></div></main>
<footer id="footer"><section class="footer-body"><ul class="atlassian-footer">${links('Atlassian Jira Project Management Software|About Jira|Report a problem')}</ul><p>Powered by a free Atlassian Jira open source license for ${shown.site}.</p></section></footer></div><template id="login-dialog"><section class="aui-dialog2"><h2>Log in</h2><p>Your session may have ended.</p></section></template></body></html>`;
});

/** As a change of Gerrit is once its custom elements have run and are written into the page with their roots. */
const gerrit = theme('like Gerrit', 'wiki', (shown) => {
  const at = keyOf(shown);
  const root = (name: string, inside: string): string =>
    `<${name}><template shadowrootmode="open"><style>:host{display:block}</style><slot></slot></template>${inside}</${name}>`;
  const files = ['quay/berth.cc', 'quay/berth.h', 'crane/load_test.cc', 'docs/pilot.md', 'BUILD'];
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="never"><title>${shown.title}${shown.areLoose ? '' : ` (I${(at * 40_503).toString(16)})`} · Gerrit Code Review</title><script nonce="x">window.INITIAL_DATA=JSON.parse('\\x7b\\x22/config/server/version\\x22:\\x223.12\\x22\\x7d');window.CLOSURE_NO_DEPS=true;</script></head>
<body unresolved>${root(
    'gr-app',
    `<gr-main-header id="mainHeader" role="banner"><nav><a class="bigTitle" href="/"><div class="titleText">${shown.site}</div></a><ul class="links"><li>CHANGES<ul>${links('Open|Merged|Abandoned')}</ul></li><li>DOCUMENTATION<ul>${links('Table of Contents|Searching|Uploading|Access Control|REST API')}</ul></li><li>BROWSE<ul>${links('Repositories|Tags|Groups')}</ul></li></ul><gr-smart-search><input placeholder="Search for changes"></gr-smart-search><a class="loginButton">Sign in</a></nav></gr-main-header>
<main><gr-change-view><div class="container"><section class="changeInfoSection"><div class="header">${shown.areLoose ? '' : `<div class="headerTitle"><gr-change-status class="${['active', 'merged'][at % 2]}">${['Active', 'Merged'][at % 2]}</gr-change-status><a class="changeNumber">${at}</a><span class="headerSubject">: </span></div>`}<h2 class="assistive-tech-only">Change</h2><h1>${shown.title}</h1></div>
<div class="changeInfo">${shown.areLoose ? '' : `<gr-change-metadata><section><span class="title">Updated</span><span class="value">${dated(at).digits}</span></section><section><span class="title">Owner</span><gr-account-chip>${people[at % 5]}</gr-account-chip></section><section><span class="title">Reviewers</span><gr-account-chip>${people[(at + 1) % 5]}</gr-account-chip><gr-account-chip>${people[(at + 3) % 5]}</gr-account-chip></section><section><span class="title">Repo | Branch</span><span class="value">harbour | release-${shown.version}</span></section><section><h3>Submit Requirements</h3><div>Code-Review +2</div><div>Verified +1</div></section></gr-change-metadata>`}<div class="commitMessage"><h3 class="assistive-tech-only">Commit Message</h3><gr-formatted-text>${shown.notice === '' ? '' : `<p>${shown.notice}</p>`}${html(shown.paragraphs)}${shown.areLoose ? '' : `<p>Change-Id: I${(at * 2_654_435_761).toString(16)}</p>`}</gr-formatted-text><gr-button>SHOW ALL</gr-button></div></div></section>
${
  shown.areLoose
    ? ''
    : `<section class="tabs">${links('Files|Comments|Checks')}</section><gr-file-list><div role="table">${Array.from({ length: 2 + (at % 3) }, (_, i) => `<div role="row" class="file-row"><span class="status">M</span><a class="pathLink">${files[(at + i) % 5]}</a><span class="added">+${(at * (i + 3)) % 90}</span> <span class="removed">-${(at * (i + 5)) % 60}</span></div>`).join('')}</div></gr-file-list><gr-related-changes-list><h3>Relation chain</h3>${neighbours(
        shown,
        3,
      )
        .map(({ title }) => `<a>${title}</a>`)
        .join(
          '',
        )}</gr-related-changes-list><gr-messages-list><h3>Change Log</h3><gr-message><span class="name">${people[(at + 1) % 5]}</span><div>Patch Set ${1 + (at % 6)}: Code-Review+2</div></gr-message><gr-message><span class="name">Build robot</span><div>Patch Set ${1 + (at % 6)}: Verified+1</div></gr-message></gr-messages-list>`
}</div></gr-change-view></main><footer><div>Powered by <a>Gerrit Code Review</a> (3.12.2)</div><div>Press ? for keyboard shortcuts</div></footer>`,
  )}</body></html>`;
});

const areas = `Om os: Organisation|Ledelse|Job|Presse
Værktøjer: Ferie|Udlæg|Mødelokaler|IT-hjælp
Viden: Politikker|Vejledninger|Skabeloner|Ordliste`;

/** As SharePoint serves a page of an intranet that is open to all: a suite bar, sections of a canvas, comments. Danish. */
const sharePoint = theme('like SharePoint', 'documentation', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="da-dk" dir="ltr"><head><meta name="GENERATOR" content="Microsoft SharePoint"/><meta http-equiv="X-UA-Compatible" content="IE=edge"/><title>${shown.title}</title><script>var _spPageContextInfo={"webTitle":"${shown.site}","pageItemId":${shown.areLoose ? 0 : at},"currentLanguage":1030};</script></head>
<body class="SPPageBody"><div id="SuiteNavPlaceHolder" class="od-SuiteNav"><div id="O365_NavHeader" role="banner"><button id="O365_MainLink_NavMenu" aria-label="Appstarter"></button><a id="O365_AppName">SharePoint</a><div role="search"><input placeholder="Søg på dette websted"></div></div></div><div id="spPageChromeAppDiv"><div class="sp-App-root"><div class="ms-compositeHeader" data-automationid="SiteHeader"><a class="shyHeaderSiteTitle">${shown.site}</a><nav class="ms-HorizontalNavItems" aria-label="Webstedsnavigation"><ul>${panels(areas, 'ms-HorizontalNav')}</ul></nav><button>Følg</button><button>Del</button></div>
<nav class="ms-Nav" aria-label="Sider"><ul>${menu(shown)}</ul></nav><div class="SPCanvas" data-sp-feature-tag="Site Pages Editing"><div data-automation-id="pageHeader" class="pageTitle"><div role="heading" aria-level="1" data-automation-id="pageTitle">${shown.title}</div>${shown.areLoose ? '' : `<div class="authorByline"><span>${people[at % 5]}</span><span>Konsulent</span><time datetime="${dated(at).iso}">${dated(at).digits}</time></div>`}</div>
<div class="CanvasZoneContainer" data-automation-id="CanvasZone"><div class="CanvasSection"><div class="ControlZone" data-sp-web-part-id="text"><div data-sp-feature-tag="Rich Text Editor" class="rte-webpart cke_editable">${shown.notice === '' ? '' : `<blockquote>${shown.notice}</blockquote>`}${html(shown.paragraphs)}</div></div>${
    shown.areLoose
      ? ''
      : `<div class="ControlZone" data-sp-web-part-id="quick-links"><h2>Genveje</h2><ul>${neighbours(
          shown,
          4,
          11,
        )
          .map(({ title }) => `<li role="listitem"><a>${title}</a></li>`)
          .join('')}</ul></div>`
  }</div></div>${shown.areLoose ? '' : `<div class="sp-CommentsWrapper"><span>${at % 40} synes godt om</span> <span>${at % 300} visninger</span><h2>Kommentarer</h2><div>Kommentarer er slået fra på denne side.</div></div>`}</div></div></div><script type="application/json" id="features">${script({ flights: { 1205: true, 60123: false }, farm: 'EU_201' })}</script></body></html>`;
});

/** Issues, changes and an intranet of the sixth group. */
export const workThemes: readonly Engine[] = [redmine, jira, gerrit, sharePoint];
