import { classNameOf, type Engine } from '../engines/engine.ts';
import { inheritedMembers } from '../engines/members.ts';
import { keyOf } from '../key-of.ts';
import { html, menu, neighbours, type Shown, theme } from '../theme.ts';
import { dated, links } from './parts.ts';

const nameOf = (shown: Shown): string => (shown.areLoose ? shown.title : classNameOf(shown));
const pascal = (name: string): string => name[0].toUpperCase() + name.slice(1);

/** As Microsoft Learn shows a class of .NET: a picker of versions, a declaration, tables of inherited members, feedback twice. */
const learn = theme(
  'like Microsoft Learn',
  'reference',
  (shown) => {
    const name = nameOf(shown);
    const rows = inheritedMembers.map(
      ([member, takes, says]) =>
        `<tr><td><span class="break-text"><a class="no-loc" href="harbour.base.${member.toLowerCase()}">${pascal(member)}(Object ${takes})</a></span></td><td><p>${says}</p> (Inherited from <a>Base</a>)</td></tr>`,
    );
    const members = `<div data-moniker="harbour-${shown.version}"><h2 id="constructors">Constructors</h2><table class="table"><caption class="visually-hidden">Constructors</caption><tr><td><a>${name}(Options)</a></td><td><p>Initializes a new instance of the ${name} class.</p></td></tr></table><h2 id="properties">Properties</h2><table class="table"><tr><td><a>Options</a></td><td><p>Gets how the object is to behave.</p></td></tr></table><h2 id="methods">Methods</h2><table class="table">${rows.join('\n')}</table>
<h2 id="applies-to">Applies to</h2><table class="table"><thead><tr><th>Product</th><th>Versions</th></tr></thead><tbody><tr><td>Harbour</td><td>${shown.version}</td></tr><tr><td>Harbour Standard</td><td>0.8, 0.9, 1.0</td></tr></tbody></table><h2 id="see-also">See also</h2><ul>${neighbours(
      shown,
      2,
    )
      .map((each) => `<li><a>${classNameOf(each)}</a></li>`)
      .join('')}</ul></div>`;
    return `<!DOCTYPE html><html class="layout layout-holy-grail show-table-of-contents reference" lang="en-us" dir="ltr" data-authenticated="false"><head><title>${name}${shown.areLoose ? '' : ' Class (Harbour)'} | ${shown.site} Learn</title><meta charset="utf-8"><meta name="ms.date" content="2026-02-11"><meta name="monikers" content="harbour-1.0 harbour-2.0"><meta name="document_id" content="${keyOf(shown).toString(16)}-7a11"><script>var msDocs = { environment: { accessLevel: 'online', systemContent: '/static/', reviewFeatures: false }, data: { contentLocale: 'en-us', contentDir: 'ltr', userLocale: 'en-us', pageTemplate: 'Reference', isAssessment: false, feedbackSystem: 'Standard' } };</script></head>
<body lang="en-us" dir="ltr"><div class="header-holder"><a href="#main" class="skip-to-main-link">Skip to main content</a><a href="#" class="skip-to-ask">Skip to Ask Learn chat experience</a><div hidden id="cookie-consent-holder" data-test-id="cookie-consent-container"></div><div id="unsupported-browser" hidden><p class="margin-top-xxs">Your browser is older than those we test with.</p><p>With a newer one you get what we have added since, and safer pages.</p><a>Download another browser</a><a>More info</a></div>
<header class="uhf-container"><nav class="site-header"><a class="logo">${shown.site}</a><ul>${links('Documentation|Training|Q&amp;A|Topics|Code Samples|Assessments|Shows|Events')}</ul><button>Search</button><a>Sign in</a></nav><div class="content-header"><nav><a>Harbour</a><ul>${links('Languages|Features|Workloads|APIs|Troubleshooting|Resources')}</ul><a class="button button-primary">Download Harbour</a></nav></div></header></div>
<div class="mainContainer"><div class="primary-holder column"><section id="left-container"><nav id="affixed-left-container" aria-label="Primary"><form class="moniker-picker"><label>Version</label><button>Harbour ${shown.version}</button></form><input placeholder="Filter by title"><ul class="tree table-of-contents">${menu(shown)}</ul><a>Download PDF</a></nav></section>
<main id="main" role="main" class="layout-body-main"><div id="article-header"><nav aria-label="Breadcrumb" id="article-header-breadcrumbs"><ul>${links('Learn|Harbour|Harbour API browser')}</ul></nav><div id="article-header-page-actions"><button>Ask Learn</button><button>Focus mode</button><div class="popover"><ul>${links('Table of contents|Read in English|Add|Add to plan|Edit')}</ul><h4>Share via</h4><ul>${links('Facebook|x.com|LinkedIn|Email')}</ul><button>Copy Markdown</button><button>Print</button></div></div></div>
<div class="access-notice" hidden><p><strong>Note</strong></p><p>Some pages want to know who you are. Sign in, or choose another directory.</p></div><div class="content"><h1>${name}${shown.areLoose ? '' : ' Class'}</h1>${shown.notice === '' ? '' : `<div class="IMPORTANT"><p>Important</p><p>${shown.notice}</p></div>`}
${shown.areLoose ? '' : `<nav id="center-doc-outline"><h2 id="ms--in-this-article">In this article</h2></nav><h2 id="definition">Definition</h2><dl class="attributeList"><dt>Namespace:</dt><dd>Harbour</dd><dt>Assembly:</dt><dd>Harbour.dll</dd><dt>Package:</dt><dd>Harbour.Core v${shown.version}.0</dd><dt>Source:</dt><dd><a>${name}.cs</a></dd></dl>`}
<div class="summary">${html(shown.paragraphs)}</div>${shown.areLoose ? '' : `<pre><code class="lang-csharp">public class ${name} : Harbour.Base, ICloneable, IDisposable</code></pre><dl><dt>Inheritance</dt><dd>Object → Base → ${name}</dd><dt>Implements</dt><dd>ICloneable, IDisposable</dd></dl>${members}`}</div>
<section id="feedback"><h2>Feedback</h2><p>Was this page helpful?</p><button>Yes</button><button>No</button><button>No</button><p>Need help with this topic?</p><p>Ask Learn answers questions about what you read here.</p></section></main><aside id="additional-resources"><h2>Additional resources</h2><h3>Training</h3><p>Module: write your first program that docks. Learn the basics in six units of ten minutes.</p><p>Last updated on ${dated(shown.areLoose ? 3 : keyOf(shown)).digits}</p></aside></div></div>
<div class="footer-layout"><footer><a>English (United States)</a><div class="ccpa-privacy-link"><a>Your Privacy Choices</a></div><ul><li>Light</li><li>Dark</li><li>High contrast</li></ul><ul class="links">${links('AI Disclaimer|Previous Versions|Blog|Contribute|Privacy|Consumer Health Privacy|Terms of Use|Trademarks')}</ul><span>© ${shown.site} 2026</span></footer></div></body></html>`;
  },
  classNameOf,
);

/** As dartdoc shows a class: lists of classes and of members at both sides, what every object has, a footer with the version. */
const dartdoc = theme(
  'like dartdoc',
  'reference',
  (shown) => {
    const name = nameOf(shown);
    const methods = inheritedMembers.map(
      ([member, takes, says]) =>
        `<dt id="${member}" class="callable inherited"><span class="name"><a href="Base/${member}.html">${member}</a></span><span class="signature">(<wbr><span class="parameter"><span class="type-annotation">Object</span> <span class="parameter-name">${takes}</span></span>) <span class="returntype parameter">→ Object</span></span></dt><dd class="inherited">${says}<div class="features"><span class="feature">inherited</span></div></dd>`,
    );
    return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width, height=device-height, initial-scale=1, user-scalable=no"><meta name="generator" content="made with love by dartdoc"><meta name="description" content="API docs for the harbour library, for the Dart programming language."><title>${name}${shown.areLoose ? '' : ' class'} - harbour library - Dart API</title><link rel="stylesheet" href="../static-assets/styles.css"></head>
<body data-base-href="../" data-using-base-href="false" class="light-theme"><div id="overlay-under-drawer"></div><header id="title"><span id="sidenav-left-toggle" class="material-symbols-outlined" role="button" tabindex="0">menu</span><ol class="breadcrumbs gt-separated dark hidden-xs"><li><a href="../index.html">${shown.site.toLowerCase()}</a></li><li><a href="../harbour/">harbour.dart</a></li><li class="self-crumb">${name}${shown.areLoose ? '' : ' class'}</li></ol><div class="self-name">${name}</div><form class="search navbar-right" role="search"><input type="text" id="search-box" autocomplete="off" disabled class="form-control typeahead" placeholder="Loading search..."></form><button class="toggle" id="theme-button"><span id="dark-theme-button" class="material-symbols-outlined">dark_mode</span><span id="light-theme-button" class="material-symbols-outlined">light_mode</span></button></header>
<main><div id="dartdoc-main-content" class="main-content" data-above-sidebar="harbour/harbour-library-sidebar.html"><div><h1><span class="kind-class">${name}</span>${shown.areLoose ? '' : ' <span>class</span>'}</h1></div>${shown.notice === '' ? '' : `<div class="deprecated-notice"><strong>Annotations</strong><ul><li>@Experimental("${shown.notice}")</li></ul></div>`}
<section class="desc markdown">${html(shown.paragraphs)}</section>${
      shown.areLoose
        ? ''
        : `<section><dl class="dl-horizontal"><dt>Inheritance</dt><dd><ul class="gt-separated dark clazz-relationships"><li>Object</li><li><a>Base</a></li><li>${name}</li></ul></dd><dt>Available extensions</dt><dd><ul class="comma-separated clazz-relationships"><li><a>Berthing</a></li></ul></dd></dl></section>
<section class="summary offset-anchor" id="constructors"><h2>Constructors</h2><dl class="constructor-summary-list"><dt class="callable"><span class="name"><a>${name}</a></span><span class="signature">(Options options)</span></dt><dd></dd></dl></section>
<section class="summary offset-anchor" id="instance-properties"><h2>Properties</h2><dl class="properties"><dt class="property inherited"><span class="name"><a>runtimeType</a></span> <span class="signature">→ Type</span></dt><dd class="inherited">Tells what the object is while the program runs.<div class="features"><span class="feature">no setter</span><span class="feature">inherited</span></div></dd></dl></section>
<section class="summary offset-anchor" id="instance-methods"><h2>Methods</h2><dl class="callables">${methods.join('\n')}</dl></section><section class="summary offset-anchor" id="operators"><h2>Operators</h2><dl class="callables"><dt class="callable inherited"><span class="name"><a>operator ==</a></span><span class="signature">(Object other) → bool</span></dt><dd class="inherited">The equality operator.<div class="features"><span class="feature">inherited</span></div></dd></dl></section>`
    }</div>
<div id="dartdoc-sidebar-left" class="sidebar sidebar-offcanvas-left"><header id="header-search-sidebar" class="hidden-l"></header><ol class="breadcrumbs gt-separated dark hidden-l" id="sidebar-nav"></ol><h5>harbour library</h5><ol><li class="section-title"><a>Classes</a></li>${menu(shown)}</ol></div><div id="dartdoc-sidebar-right" class="sidebar sidebar-offcanvas-right"><ol><li class="section-title"><a>Constructors</a></li><li class="section-title"><a>Properties</a></li><li class="section-title inherited"><a>Methods</a></li>${inheritedMembers.map(([member]) => `<li class="inherited"><a>${member}</a></li>`).join('')}</ol></div></main>
<footer><span class="no-break">${shown.site.toLowerCase().replace(' ', '_')} ${shown.version}.0</span></footer><script src="../static-assets/docs.dart.js"></script></body></html>`;
  },
  classNameOf,
);

/** Classes of the fifth group. */
export const referenceThemes: readonly Engine[] = [learn, dartdoc];
