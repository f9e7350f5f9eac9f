"""Prints the pages of a shop as JSON, [[slug, html], ...]: python oscar-pages.py build.json (written by oscar.ts)."""

import json
import os
import sys
from decimal import Decimal

import django
from django.conf import settings
from oscar import defaults

build = json.load(open(sys.argv[1], encoding="utf-8"))
oscar_settings = {name: getattr(defaults, name) for name in dir(defaults) if name.startswith("OSCAR_")}
oscar_settings["OSCAR_SHOP_NAME"] = build["site"]
oscar_settings["OSCAR_SHOP_TAGLINE"] = ""
settings.configure(
    **oscar_settings,
    SECRET_KEY="of no worth",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="__main__",
    SITE_ID=1,
    USE_TZ=True,
    LANGUAGE_CODE="en-gb",
    STATIC_URL="/static/",
    MEDIA_URL="/media/",
    MEDIA_ROOT=os.path.join(os.getcwd(), "media"),
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "ATOMIC_REQUESTS": True}},
    HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
    AUTHENTICATION_BACKENDS=["oscar.apps.customer.auth_backends.EmailBackend"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "oscar.apps.basket.middleware.BasketMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                    "django.template.context_processors.i18n",
                    "oscar.apps.search.context_processors.search_form",
                    "oscar.apps.checkout.context_processors.checkout",
                    "oscar.apps.communication.notifications.context_processors.notifications",
                    "oscar.core.context_processors.metadata",
                ]
            },
        }
    ],
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "django.contrib.sites",
        "django.contrib.flatpages",
        "oscar.config.Shop",
        "oscar.apps.analytics.apps.AnalyticsConfig",
        "oscar.apps.checkout.apps.CheckoutConfig",
        "oscar.apps.address.apps.AddressConfig",
        "oscar.apps.shipping.apps.ShippingConfig",
        "oscar.apps.catalogue.apps.CatalogueConfig",
        "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
        "oscar.apps.communication.apps.CommunicationConfig",
        "oscar.apps.partner.apps.PartnerConfig",
        "oscar.apps.basket.apps.BasketConfig",
        "oscar.apps.payment.apps.PaymentConfig",
        "oscar.apps.offer.apps.OfferConfig",
        "oscar.apps.order.apps.OrderConfig",
        "oscar.apps.customer.apps.CustomerConfig",
        "oscar.apps.search.apps.SearchConfig",
        "oscar.apps.voucher.apps.VoucherConfig",
        "oscar.apps.wishlists.apps.WishlistsConfig",
        "oscar.apps.dashboard.apps.DashboardConfig",
        "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig",
        "oscar.apps.dashboard.users.apps.UsersDashboardConfig",
        "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig",
        "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
        "oscar.apps.dashboard.offers.apps.OffersDashboardConfig",
        "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
        "oscar.apps.dashboard.pages.apps.PagesDashboardConfig",
        "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
        "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig",
        "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
        "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig",
        "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",
        "widget_tweaks",
        "haystack",
        "treebeard",
        "sorl.thumbnail",
        "django_tables2",
    ],
)
django.setup()

from django.apps import apps  # noqa: E402
from django.contrib.flatpages import views  # noqa: E402
from django.contrib.flatpages.models import FlatPage  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import include, path  # noqa: E402

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("pages/<path:url>", views.flatpage),
    path("", include(apps.get_app_config("oscar").urls[0])),
]

call_command("migrate", verbosity=0)
from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.apps.catalogue.models import Product, ProductCategory, ProductClass  # noqa: E402
from oscar.apps.partner.models import Partner, StockRecord  # noqa: E402


def paragraphs(texts):
    return "".join("<p>%s</p>" % text for text in texts)


addresses = []
if build["areLoose"]:
    for document in build["documents"]:
        page = FlatPage.objects.create(
            url="/%s/" % document["slug"], title=document["title"], content=paragraphs(document["paragraphs"])
        )
        page.sites.add(Site.objects.get_current())
        addresses.append((document["slug"], "/pages/%s/" % document["slug"]))
else:
    kind = ProductClass.objects.create(name="Goods", requires_shipping=True, track_stock=True)
    partner = Partner.objects.create(name="Warehouse")
    categories = [create_from_breadcrumbs("All > " + name) for name in ("New", "Classics", "Offers", "Second hand")]
    for i, document in enumerate(build["documents"]):
        notice = [build["notice"]] if build["notice"] else []
        terms = "<h3>Delivery and returns</h3>" + paragraphs(build["shared"])
        product = Product.objects.create(
            product_class=kind,
            title=document["title"],
            slug=document["slug"],
            upc="N%05d" % i,
            description=paragraphs(notice + document["paragraphs"]) + terms,
        )
        ProductCategory.objects.create(product=product, category=categories[i % 4])
        StockRecord.objects.create(
            product=product, partner=partner, partner_sku="S%05d" % i, price=Decimal(5 + i % 40) + Decimal("0.95"),
            price_currency="GBP", num_in_stock=10 + i,
        )
        addresses.append((document["slug"], product.get_absolute_url()))

pages = []
for slug, address in addresses:
    response = Client().get(address)
    assert response.status_code == 200, (address, response.status_code)
    pages.append([slug, response.content.decode()])
sys.stdout.write("\n" + json.dumps(pages))
