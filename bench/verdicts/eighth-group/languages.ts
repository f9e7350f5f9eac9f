import type { Engine } from '../engines/engine.ts';
import { inLexicon, type Lexicon, lexicon } from '../lexicon.ts';

/** A line has a site, the most common words of its language, stems and endings. The last is of no site. */
const lines = `
a job board | der von zu in ein und für auf sagte ist es durch bei aus war mit | Schiff Hafen Markt Bank Preis Land Handel Getreide Öl Kupfer Zucker Kaffee Aktie Gewinn Jahr Monat Woche arbeit werk Ausfuhr Einfuhr Zins gold Eigner Bericht Gericht Vertrag Steuer Ernte Stadt Regierung Minister Gesellschaft steig fall verkauf kauf neu groß klein stark lang wirtschaft Bau | . en er ung lich te t e es end heit isch
recipes | il di a in un e per su disse è esso da presso dal era con | nav port mercat banc prezz paes commerc gran petroli ram zuccher caff azion profitt ann mes settiman lavor fabbric esportazion importazion interess or proprietar rapport tribunal contratt tass raccolt citt govern ministr societ aument cal vend compr nuov grand piccol fort lung | o a i e are ato ione mente ante ità ico oso
homes to let | el de a en un y para sobre dijo es lo por junto desde era con | barc puert mercad banc preci país comerci gran petróle cobr azúcar caf acción benefici añ mes seman trabaj fábric exportación importación interés or dueñ inform tribunal contrat impuest cosech ciudad gobiern ministr compañí sub baj vend compr nuev grand pequeñ fuert larg | o a os as ar ado ión mente ante idad ico oso
a railway | de van te in een en voor op zei is het door bij uit was met | schip haven markt bank prijs land handel graan olie koper suiker koffie aandeel winst jaar maand week arbeid fabriek uitvoer invoer rente goud eigenaar verslag rechter contract belasting oogst stad regering minister bedrijf stijg daal verkoop koop nieuw groot klein sterk lang | . en er ing lijk te t e s end heid isch
doctors and their hours | i z do w na oraz dla o powiedział jest to przez przy od był się | statk port rynk bank cen kraj handl zboż rop miedź cukr kaw akcj zysk rok miesiąc tydzień robotnik fabryk eksport import odset złot właściciel raport sąd umow podatk zbior miast rząd minister spółk wzrost spad sprzeda kup now wielk mał siln dług | u a y i ów om ami owy ość anie ski em
like Mastodon | は の に が を と で も 言 だ これ から まで より た など | 船 港 市場 銀行 価格 国 貿易 穀物 石油 銅 砂糖 珈琲 株 利益 年 月 週 労働 工場 輸出 輸入 利子 金 所有 報告 裁判 契約 税 収穫 都市 政府 大臣 会社 上昇 下落 販売 購入 新規 大型 小型 強化 長期 計画 地域 | . が を に の は する した して で と も
obituaries | le de à dans un et pour sur dit est il par chez depuis était avec | bateau port marché banque prix pays commerce grain pétrole cuivre sucre café action bénéfice année mois semaine travail usine export import intérêt or patron rapport tribunal contrat taxe récolte ville gouvern ministre société hausse baisse vente achat nouveau grand petit fort long | . s e es er é ment ant ique eur age ité
species | den av att i en och för på sade är det genom vid från var med | skepp hamn marknad bank pris land handel säd olja koppar socker kaffe aktie vinst år månad vecka arbet fabrik utför inför ränta guld ägare rapport domstol avtal skatt skörd stad regering minister bolag stig fall sälj köp ny stor liten stark lång | . en et ar er ning lig het ade s isk ande
lessons of a course | o de a em um e para sobre disse é isso por junto desde era com | navi port mercad banc preç país comérci grã petróle cobr açúcar caf açã lucr an mês seman trabalh fábric exportaçã importaçã jur our don relatóri tribunal contrat impost colheit cidad govern ministr companhi sub baix vend compr nov grand pequen fort long | o a os as ar ado ão mente ante dade ico oso
weather bulletins | den af at i en og for på sagde er det ved hos fra var med | skib havn marked bank pris land handel korn olie kobber sukker kaffe aktie gevinst år måned uge arbejd fabrik udførsel indførsel rente guld ejer rapport domstol aftale skat høst by regering minister selskab stig fald salg køb ny stor lille stærk lang | . en et er ene ing lig hed ede s isk ende
match reports | ve bir bu için ile de daha ama dedi olan o kadar gibi sonra idi göre | gemi liman pazar banka fiyat ülke ticaret tahıl petrol bakır şeker kahve hisse kâr yıl ay hafta işçi fabrika ihracat ithalat faiz altın sahip rapor mahkeme sözleşme vergi hasat şehir hükümet bakan şirket artış düşüş satış alım yeni büyük küçük güçlü uzun | . ler in i de den e li lik ci se miş
like Shopify | 그 의 및 에서 한 그리고 위해 대해 말했다 있다 이 통해 함께 부터 였다 또한 | 선박 항구 시장 은행 가격 나라 무역 곡물 석유 구리 설탕 커피 주식 이익 연도 월간 주간 노동 공장 수출 수입 금리 황금 소유 보고 법원 계약 세금 수확 도시 정부 장관 회사 상승 하락 판매 구매 새로운 대형 소형 강화 장기 | . 은 는 이 가 을 를 에 의 로 와 적
a newspaper with a paywall | το του σε στην ένα και για πάνω είπε είναι αυτό από κοντά μετά ήταν με | πλοί λιμάν αγορ τράπεζ τιμ χώρ εμπόρι σιτάρ πετρέλαι χαλκ ζάχαρ καφέ μετοχ κέρδ έτ μήν εβδομάδ εργάτ εργοστάσι εξαγωγ εισαγωγ τόκ χρυσ ιδιοκτήτ αναφορ δικαστήρι συμβόλαι φόρ σοδει πόλ κυβέρνησ υπουργ εταιρεί άνοδ πτώσ πώλησ αγορ νέ μεγάλ μικρ ισχυρ μακρ | ο α ος ου ες ων ικό ση ης ι ει ά
forms of a ministry | și de la în un pe pentru despre spus este aceasta prin lângă din era cu | nav port piaț banc preț țar comerț grâu petrol cupru zahăr cafe acțiun profit an lun săptămân muncitor fabric export import dobând aur proprietar raport tribunal contract tax recolt oraș guvern ministr compani creșt scăd vânz cumpăr nou mare mic puternic lung | ul a i e ii lor are at esc ție ă este
translations | y o i yn un a ar am dywedodd mae ef gan wrth ers oedd gyda | llong porthladd marchnad banc pris gwlad masnach grawn olew copr siwgr coffi cyfran elw blwyddyn mis wythnos gweithiwr ffatri allforio mewnforio llog aur perchennog adroddiad llys cytundeb treth cynhaeaf dinas llywodraeth gweinidog cwmni codi gostwng gwerthu prynu newydd mawr bach cryf hir | . au ion wyr ol aeth iad us edd ydd wyd ant
`;

const lexicons: Readonly<Record<string, Lexicon>> = Object.fromEntries(
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name, small, stems, endings] = line.split(' | ');
      return [name, lexicon(small, stems, endings, name === 'like Mastodon' ? '' : ' ')];
    }),
);

/** A text in the language of a site. */
export function writtenOn({ name }: Pick<Engine, 'name'>, text: string): string {
  return name in lexicons ? inLexicon(text, lexicons[name]) : text;
}

/** A text in the two languages beside that of a site in English. */
export const translations = {
  cy: (text: string): string => inLexicon(text, lexicons.translations),
  da: (text: string): string => inLexicon(text, lexicons['weather bulletins']),
} as const;

/** Whether a site is in English. */
export function isInEnglish({ name }: Pick<Engine, 'name'>): boolean {
  return !(name in lexicons);
}
