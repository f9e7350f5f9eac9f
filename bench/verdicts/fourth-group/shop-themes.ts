import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { html, neighbours, theme } from '../theme.ts';

const price = (number: number, step = 0): string => (9 + (((number + step) * 37) % 380)).toFixed(2);

/** As PrestaShop's Classic shows a product: reassurances, tabs, sixteen other products of the category. Spanish around English. */
const classic = theme('like PrestaShop', 'shop', (shown) => {
  const at = keyOf(shown);
  return `<!doctype html><html lang="es-ES"><head><meta charset="utf-8"><title>${shown.title}</title></head><body id="product" class="lang-es country-es currency-eur layout-full-width page-product tax-display-enabled product-id-${at}"><main><header id="header"><div class="header-banner"></div><nav class="header-nav"><div id="contact-link"><a>Contacte con nosotros</a></div><div id="_desktop_user_info"><a><span>Iniciar sesión</span></a></div><div id="_desktop_cart"><span>Carrito</span> <span class="cart-products-count">(0)</span></div></nav><div class="header-top"><h1 id="_desktop_logo"><a>${shown.site}</a></h1><ul class="top-menu"><li>Ropa</li><li>Accesorios</li><li>Arte</li><li>Novedades ${shown.version}</li></ul></div></header>
<aside id="notifications">${shown.notice === '' ? '' : `<article class="alert alert-warning"><ul><li>${shown.notice}</li></ul></article>`}</aside><section id="wrapper"><nav class="breadcrumb"><ol><li>Inicio</li><li>Accesorios</li><li>${shown.title}</li></ol></nav><section id="main" itemscope itemtype="https://schema.org/Product"><div class="row product-container"><div class="col-md-6"><ul class="product-flags"><li class="product-flag new">Nuevo</li></ul></div><div class="col-md-6"><h1 class="h1" itemprop="name">${shown.title}</h1>
${shown.areLoose ? '' : `<div class="product-prices"><div class="current-price"><span class="current-price-value">${price(at)} €</span></div><div class="tax-shipping-delivery-label">Impuestos incluidos</div></div><div class="product-actions"><span class="control-label">Cantidad</span><button class="add-to-cart">Añadir al carrito</button><span id="product-availability">Últimas unidades en stock</span><div class="social-sharing"><span>Compartir</span></div></div><div class="blockreassurance_product"><p class="block-title">Política de seguridad</p><p>(editar con el módulo de Información de seguridad y confianza para el cliente)</p><p class="block-title">Política de entrega</p><p>(editar con el módulo de Información de seguridad y confianza para el cliente)</p></div>`}
<div class="tabs"><ul class="nav nav-tabs"><li>Descripción</li><li>Detalles del producto</li></ul><div class="tab-content"><div class="tab-pane" id="description"><div class="product-description">${html(shown.paragraphs)}${shown.areLoose ? '' : html(shown.shared.slice(0, 1))}</div></div>${shown.areLoose ? '' : `<div class="tab-pane" id="product-details"><div class="product-reference"><label class="label">Referencia</label><span>demo_${at}</span></div><div class="product-quantities"><label class="label">En stock</label><span>${1 + (at % 299)} Artículos</span></div></div>`}</div></div></div></div>
${
  shown.areLoose
    ? ''
    : `<section class="featured-products"><h2 class="products-section-title">16 otros productos en la misma categoría:</h2><div class="products">${neighbours(
        shown,
        16,
        3,
      )
        .map(
          ({ title }, i) =>
            `<article class="product-miniature"><h3 class="h3 product-title">${title}</h3><div class="product-price-and-shipping">${price(at, i + 1)} €</div></article>`,
        )
        .join('')}</div></section>`
}</section></section><footer id="footer"><div class="block_newsletter"><p>Infórmese de nuestras últimas noticias y ofertas especiales</p></div><p class="h3">Productos</p><ul><li>Ofertas</li><li>Los más vendidos</li></ul><p class="h3">Nuestra empresa</p><ul><li>Envío</li><li>Aviso legal</li><li>Pago seguro</li></ul></footer></main></body></html>`;
});

/** As WooCommerce's Storefront shows a product: tabs of description and reviews, which nobody has written yet. Persian. */
const storefront = theme('like WooCommerce', 'shop', (shown) => {
  const at = keyOf(shown);
  return `<!doctype html><html dir="rtl" lang="fa-IR"><head><meta charset="UTF-8"><title>${shown.title} &#8211; ${shown.site}</title><meta name="generator" content="WooCommerce 9.4.2" /></head><body class="rtl product-template-default single single-product postid-${at} theme-storefront woocommerce woocommerce-page"><div id="page" class="hfeed site"><header id="masthead" class="site-header"><div class="col-full"><a class="skip-link screen-reader-text">پرش به محتوا</a><div class="site-branding"><div class="beta site-title"><a rel="home">${shown.site}</a></div><p class="site-description">فروشگاه ${shown.version}</p></div><form role="search" class="woocommerce-product-search"><input placeholder="جستجوی محصولات…"></form></div><nav class="storefront-primary-navigation"><ul><li>خانه</li><li>فروشگاه</li><li>سبد خرید</li><li>پرداخت</li><li>حساب من</li></ul></nav></header>${shown.notice === '' ? '' : `<p class="woocommerce-store-notice demo_store">${shown.notice} <a>رد کردن</a></p>`}
<div class="storefront-breadcrumb"><nav class="woocommerce-breadcrumb">خانه / دسته‌بندی نشده / ${shown.title}</nav></div><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><div class="woocommerce-notices-wrapper"></div><div id="product-${at}" class="product type-product post-${at} status-publish instock"><div class="woocommerce-product-gallery"><img alt=""></div><div class="summary entry-summary"><h1 class="product_title entry-title">${shown.title}</h1>${shown.areLoose ? '' : `<p class="price"><span class="woocommerce-Price-amount">${price(at).replace('.', '')}۰۰۰ تومان</span></p><form class="cart"><label>تعداد</label><button class="single_add_to_cart_button">افزودن به سبد خرید</button></form><div class="product_meta"><span class="sku_wrapper">شناسه محصول: <span class="sku">W-${at}</span></span> <span class="posted_in">دسته: <a>دسته‌بندی نشده</a></span></div>`}</div>
<div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs"><li class="description_tab">توضیحات</li><li class="reviews_tab">نظرات (0)</li></ul><div class="woocommerce-Tabs-panel--description"><h2>توضیحات</h2>${html(shown.paragraphs)}${shown.areLoose ? '' : `<p>${shown.shared[1]}</p>`}</div>${shown.areLoose ? '' : `<div class="woocommerce-Tabs-panel--reviews"><div id="reviews" class="woocommerce-Reviews"><h2 class="woocommerce-Reviews-title">نقد و بررسی‌ها</h2><p class="woocommerce-noreviews">هنوز بررسی‌ای ثبت نشده است.</p><span class="comment-reply-title">اولین کسی باشید که دیدگاهی می نویسد “${shown.title}”</span><p class="comment-notes">نشانی ایمیل شما منتشر نخواهد شد. بخش‌های موردنیاز علامت‌گذاری شده‌اند</p></div></div>`}</div>
${
  shown.areLoose
    ? ''
    : `<section class="related products"><h2>محصولات مرتبط</h2><ul class="products columns-3">${neighbours(
        shown,
        3,
      )
        .map(
          ({ title }) =>
            `<li class="product"><h2 class="woocommerce-loop-product__title">${title}</h2><a>افزودن به سبد خرید</a></li>`,
        )
        .join('')}</ul></section>`
}</div></main></div></div><footer id="colophon" class="site-footer"><div class="site-info">© ${shown.site} 2026<br>ساخته شده با ووکامرس.</div></footer></div></body></html>`;
});

/** Shops of the fourth group. */
export const shopThemes: readonly Engine[] = [classic, storefront];
