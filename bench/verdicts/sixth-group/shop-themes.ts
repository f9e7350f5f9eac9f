import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { attribute } from '../shells.ts';
import { beginning, halves, html, neighbours, theme } from '../theme.ts';

/** As the largest shop shows a product: a box to buy, bullets, what others bought, ratings by stars, questions, a long foot. */
const amazon = theme('like Amazon', 'shop', (shown) => {
  const at = keyOf(shown);
  const price = (9 + (at % 900) / 10).toFixed(2);
  const [first, second] = halves(shown.paragraphs);
  const carousel = (heading: string, step: number): string =>
    `<div class="a-carousel-container" data-a-carousel-options="${attribute({ name: heading, circular: true })}"><h2 class="a-carousel-heading">${heading}</h2><span class="a-carousel-page-count">Page 1 of 6</span><ol class="a-carousel" role="list">${neighbours(
      shown,
      5,
      step,
    )
      .map(
        (each) =>
          `<li class="a-carousel-card"><a class="a-link-normal"><div class="p13n-sc-truncate">${each.title}</div></a><i class="a-icon a-icon-star-small"><span class="a-icon-alt">4.${keyOf(each) % 10} out of 5 stars</span></i><span class="a-price">£${(5 + (keyOf(each) % 700) / 10).toFixed(2)}</span></li>`,
      )
      .join('')}</ol></div>`;
  return `<!doctype html><html lang="en-gb" class="a-no-js" data-19ax5a9jf="dingo"><head><script>var aPageStart=(new Date()).getTime();</script><meta charset="utf-8"/><title>${shown.title} : ${shown.site}.co.uk</title><meta name="description" content="${shown.title.replaceAll('"', '')}"/></head><body class="a-m-gb a-aui_72554-c a-bw_aui_cxc_alert_measurement_1074111-c"><div id="a-page"><header id="navbar-main"><a id="nav-top"></a><div id="nav-belt"><a id="nav-logo-sprites" aria-label="${shown.site}"></a><a id="glow-ingress-block">Deliver to London E1</a><form id="nav-search-bar-form"><select><option>All Departments</option></select><input placeholder="Search" aria-label="Search"></form><div id="nav-tools"><a>Hello, sign in <b>Account &amp; Lists</b></a><a>Returns <b>&amp; Orders</b></a><a id="nav-cart">0 Basket</a></div></div><div id="nav-main"><ul>${links('All|Best Sellers|Gift Ideas|New Releases|Today’s Deals|Vouchers|Customer Service')}</ul></div></header>
<div id="dp" class="en_GB"><div id="dp-container" role="main">${
    shown.areLoose
      ? `<div class="a-container"><h1 class="a-size-large">${shown.title}</h1>${html(shown.paragraphs)}</div>`
      : `<div id="wayfinding-breadcrumbs_feature_div"><ul class="a-unordered-list">${links('Home & Garden|Storage|Shelving')}</ul></div><div id="ppd"><div id="leftCol"><div id="altImages"></div><span>Roll over image to zoom in</span></div><div id="centerCol"><div id="titleSection"><h1 id="title"><span id="productTitle" class="a-size-large product-title-word-break">${shown.title}</span></h1></div><a id="bylineInfo">Visit the Harbour Store</a><div id="averageCustomerReviews"><span class="a-icon-alt">4.${at % 10} out of 5 stars</span> <a>${at % 9000} ratings</a></div><div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">£${price}</span></span></div><hr/><div id="feature-bullets"><h2>About this item</h2>${shown.notice === '' ? '' : `<div class="a-alert">${shown.notice}</div>`}<ul>${first.map((each) => `<li><span class="a-list-item">${each}</span></li>`).join('')}</ul></div></div>
<div id="rightCol"><div id="buybox"><span>£${price}</span><div>FREE delivery <b>Tuesday</b></div><div id="availability"><span>In stock</span></div><select id="quantity"><option>1</option><option>2</option></select><input id="add-to-cart-button" type="submit" value="Add to Basket"><input id="buy-now-button" type="submit" value="Buy Now"><table><tr><td>Dispatches from</td><td>${shown.site}</td></tr><tr><td>Sold by</td><td>${shown.site}</td></tr></table><a>Add to List</a></div></div></div>${carousel('Products related to this item', 7)}<div id="productDescription_feature_div"><h2>Product description</h2><div id="productDescription">${html(second)}</div></div><table id="productDetails_detailBullets_sections1"><tr><th>ASIN</th><td>B0${(at * 48_271).toString(36).toUpperCase()}</td></tr><tr><th>Item weight</th><td>${1 + (at % 30)} kg</td></tr><tr><th>Date First Available</th><td>${dated(at).digits}</td></tr></table>${carousel('Customers who viewed this item also viewed', 11)}<div id="customerReviews"><h2>Customer reviews</h2><table id="histogramTable">${[5, 4, 3, 2, 1].map((stars) => `<tr><td>${stars} star</td><td>${(at * stars) % 60}%</td></tr>`).join('')}</table><p>How are ratings calculated?</p></div>`
  }</div></div>
<div id="rhf"><h2>Your recently viewed items and featured recommendations</h2><div>After viewing product detail pages, look here to find an easy way to navigate back to pages you are interested in.</div></div><footer id="navFooter" class="navLeftFooter"><a id="navBackToTop">Back to top</a><ul>${panels('Get to Know Us: Careers|About us|Sustainability\nMake Money with Us: Sell|Become an affiliate|Advertise your products\nLet us Help You: Track Packages|Delivery Rates|Returns|Recycling|Help', 'navFooterLink')}</ul><p>${shown.shared[1]}</p><span>© 1996-2026</span></footer></div></body></html>`;
});

/** A room at a site of hotels: dates and guests in a form, a score by parts, facilities, rules of the house, rooms nearby. */
const hotel = theme('a hotel booking', 'shop', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="en-us" class="noJS b_chrome"><head><meta charset="utf-8"><title>${shown.title} (updated prices 2026) · ${shown.site}</title>${shown.areLoose ? '' : jsonLd({ '@type': 'Hotel', name: shown.title, priceRange: `from €${60 + (at % 200)}`, aggregateRating: { ratingValue: 7 + (at % 30) / 10, reviewCount: at % 4000 } })}<script>window.booking_extra={b_page_name:'hotel',b_stage:1,b_aid:'304142'};</script></head><body id="b2hotelPage" class="bookings2 hotel en"><div id="b2hotelRoot"><header data-testid="header"><a>${shown.site}</a><div><button data-testid="header-currency-picker-trigger">EUR</button><a>List your property</a><a>Register</a><a>Sign in</a></div><nav><ul>${links('Stays|Flights|Flight + Hotel|Car rentals|Attractions|Airport taxis')}</ul></nav></header>
<form data-testid="searchbox-layout" aria-label="Search properties"><input placeholder="Where are you going?"><button type="button">Check-in Date — Check-out Date</button><button type="button">2 adults · 0 children · 1 room</button><button type="submit">Search</button></form><div id="bodyconstraint"><nav aria-label="breadcrumb"><ol>${links('Home|Hotels|Seaside')}</ol></nav>${
    shown.areLoose
      ? `<div class="hp__hotel-title"><h2 class="pp-header__title">${shown.title}</h2></div>${html(shown.paragraphs)}`
      : `<div id="hp_hotel_name" class="hp__hotel-title"><h2 class="pp-header__title">${shown.title}</h2><span>${1 + (at % 120)} Quay Street – Great location - show map</span></div><div data-testid="review-score-right-component"><div>Scored ${(7 + (at % 30) / 10).toFixed(1)}</div><div>${['Good', 'Very good', 'Superb'][at % 3]} · ${at % 4000} reviews</div></div><ul data-testid="property-most-popular-facilities-wrapper">${links(['Free WiFi|Family rooms|Bar', 'Parking|Non-smoking rooms|Lift', 'Spa|Breakfast|Terrace'][at % 3])}</ul>${shown.notice === '' ? '' : `<div class="bui-alert"><p>${shown.notice}</p></div>`}<div id="property_description_content"><div data-testid="property-description">${html(shown.paragraphs)}</div></div><section id="availability"><h2>Availability</h2><p>Select dates to see this property’s availability and prices</p><table id="hprt-table"><tr><th>Room type</th><th>Number of guests</th><th></th></tr><tr><td>Double Room</td><td>2</td><td><button>Show prices</button></td></tr><tr><td>Family Room</td><td>4</td><td><button>Show prices</button></td></tr></table></section><section id="policies"><h2>House rules</h2><dl><dt>Check-in</dt><dd>From ${13 + (at % 4)}:00</dd><dt>Check-out</dt><dd>Until ${9 + (at % 3)}:00</dd><dt>Pets</dt><dd>${['Pets are allowed on request.', 'Pets are not allowed.'][at % 2]}</dd></dl><p>${shown.shared[0]}</p></section><section><h2>Guests who looked here also liked</h2>${neighbours(
          shown,
          3,
        )
          .map(
            (each) =>
              `<article><h3>${each.title}</h3><p>${beginning(each.paragraphs, 100)}</p><span>From €${60 + (keyOf(each) % 200)} per night</span></article>`,
          )
          .join('')}</section>`
  }</div>
<footer><h2>Save time, save money!</h2><p>Sign up and we will send the best deals to you</p><ul>${links('Countries|Regions|Cities|Airports|Coronavirus FAQs|Manage your trips|Contact Customer Service|Partner help|Terms & conditions|Modern Slavery Statement')}</ul><p>Copyright © 1996–2026 ${shown.site} ${shown.version}. All rights reserved.</p></footer></div></body></html>`;
});

/** As Shopware 6 shows a product: a bar of cookies in a template, tabs, properties in a table, a slider of accessories. Danish. */
const shopware = theme('like Shopware', 'shop', (shown) => {
  const at = keyOf(shown);
  const price = `${40 + (at % 3000)},00 kr.`;
  return `<!DOCTYPE html><html lang="da-DK" itemscope="itemscope" itemtype="https://schema.org/WebPage"><head><meta charset="utf-8"><title itemprop="name">${shown.title} | ${shown.site}</title><script>window.features={"V6_7_0_0":true};window.activeNavigationId='0190';window.router={'frontend.cart.offcanvas':'/checkout/offcanvas'};</script></head><body class="is-ctl-product is-act-index"><div id="page-top" class="skip-to-content"><a href="#content-main">Spring til hovedindhold</a></div><noscript class="noscript-main"><div role="alert" class="alert alert-info">For at kunne bruge alle funktioner i butikken anbefaler vi at slå Javascript til.</div></noscript><header class="header-main"><div class="container"><nav class="top-bar" aria-label="Butiksindstillinger"><span>Dansk</span><span>DKK</span></nav><div class="row header-row"><a class="header-logo-main-link" href="/">${shown.site}</a><form class="header-search-form"><input type="search" placeholder="Søg efter …"></form><div class="header-actions-col"><button title="Din konto">Din konto</button><button class="header-cart-btn" data-cart-widget="true">0,00 kr.</button></div></div></div></header><div class="nav-main"><nav class="navbar main-navigation-menu"><ul>${panels('Hjem: Møbler|Lamper|Tæpper\nHave: Redskaber|Frø|Krukker\nTilbud: Ugens varer|Restparti', 'main-navigation-link')}</ul></nav></div>
<main class="content-main" id="content-main"><div class="flashbags container"></div><div class="container-main">${
    shown.areLoose
      ? `<div class="cms-page"><h1 class="cms-headline">${shown.title}</h1><div class="cms-element-text">${html(shown.paragraphs)}</div></div>`
      : `<nav aria-label="breadcrumb"><ol class="breadcrumb"><li><a>Hjem</a></li><li><a>${['Møbler', 'Lamper', 'Tæpper'][at % 3]}</a></li></ol></nav><div class="product-detail" itemscope itemtype="https://schema.org/Product"><div class="cms-element-product-name"><h1 class="product-detail-name" itemprop="name">${shown.title}</h1></div><div class="product-detail-buy"><div class="product-detail-price-container"><meta itemprop="price" content="${at}"><p class="product-detail-price">${price}</p></div><div class="product-detail-tax-container"><p>Priser inkl. moms plus forsendelse</p></div><p class="delivery-information delivery-available">På lager, leveres på ${2 + (at % 4)}-${5 + (at % 4)} dage</p><form><select name="quantity"><option>1</option></select><button class="btn btn-primary btn-buy">Læg i kurv</button></form><span class="product-detail-ordernumber-label">Varenummer:</span> <span itemprop="sku">SW-${at}</span></div><div class="product-detail-tabs"><ul class="nav nav-tabs" role="tablist"><li><a>Beskrivelse</a></li><li><a>Anmeldelser</a></li></ul><div class="tab-pane active" id="description-tab-pane"><div class="product-detail-description tab-pane-container"><h2 class="product-detail-description-title">Produktinformation</h2>${shown.notice === '' ? '' : `<p><strong>${shown.notice}</strong></p>`}<div class="product-detail-description-text" itemprop="description">${html(shown.paragraphs)}</div><table class="product-detail-properties-table"><tr><th>Farve:</th><td>${['Blå', 'Grå', 'Natur'][at % 3]}</td></tr><tr><th>Vægt:</th><td>${1 + (at % 40)} kg</td></tr></table></div></div><div class="tab-pane" id="review-tab-pane"><p>0 af 0 anmeldelser</p><p>Giv en bedømmelse! Del din erfaring med andre kunder.</p></div></div></div><div class="product-slider"><div class="cms-element-title">Tilbehør</div>${neighbours(
          shown,
          4,
        )
          .map(
            (each) =>
              `<div class="card product-box box-standard"><a class="product-name">${each.title}</a><span class="product-price">${40 + (keyOf(each) % 3000)},00 kr.</span></div>`,
          )
          .join('')}</div>`
  }</div></main>
<footer class="footer-main"><div class="container"><div class="footer-hotline"><h5>Kundeservice</h5><p>Hverdage kl. 9 til 16. Tal med os på 70 00 00 00.</p></div><ul>${links('Betingelser|Returnering|Privatliv|Om os|Kontakt')}</ul><p>${shown.shared[2]}</p><div class="footer-vat"><p>* Alle priser inkl. lovpligtig moms, udgave ${shown.version}</p></div></div></footer><template id="cookie-bar"><div class="cookie-permission-container"><p>Denne butik bruger cookies, for at den bliver bedst mulig at bruge.</p><button>Kun teknisk nødvendige</button><button>Indstil</button></div></template></body></html>`;
});

/** Shops of the sixth group. */
export const shopThemes: readonly Engine[] = [amazon, hotel, shopware];
