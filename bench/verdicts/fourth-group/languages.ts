import type { Engine } from '../engines/engine.ts';
import { inLexicon, type Lexicon } from '../lexicon.ts';
import { words } from '../words.ts';

const finnish: Lexicon = {
  small: words('ja on ei se että oli ovat mutta kun niin myös vain jo tai sekä nyt'),
  stems: words(
    'laiva satama kala metsä raha pankki hinta maa kauppa vilja öljy kupari sokeri kahvi osake voitto vuosi kuukausi viikko työ tehdas vienti tuonti korko kulta omistaja raportti luku vero sopimus kokous ministeri johtaja talous tavara meri joki katu kaupunki kylä koulu sää sade tuuli puu kukka talvi kesä',
  ),
  endings: words('n ssa sta lla lle ksi t ja mme inen sti ton'),
  space: ' ',
};
const georgian: Lexicon = {
  small: words('და არის არ ეს რომ იყო მას ის კი თუ ან რა ჩვენ მისი ამ იმ'),
  stems: words(
    'გემ ნავსადგურ თევზ ტყე ფულ ბანკ ფას ქვეყან ვაჭრობ მარცვლ ნავთობ სპილენძ შაქარ ყავ წილ მოგებ წელ თვე კვირ მუშ ქარხან ექსპორტ იმპორტ პროცენტ ოქრო მფლობელ ანგარიშ რიცხვ გადასახად შეთანხმებ შეხვედრ მინისტრ ხელმძღვანელ ეკონომიკ საქონელ ზღვ მდინარ ქუჩ ქალაქ სოფელ სკოლ ამინდ წვიმ ქარ ხე ყვავილ',
  ),
  endings: words('ი ის ს ში ზე თან დან მა ები ებს ული ობა'),
  space: ' ',
};
const tamil: Lexicon = {
  small: words('மற்றும் ஒரு இந்த அந்த என்று இல்லை ஆனால் அது இது உள்ள மூலம் வரை போது பல என இருந்து'),
  stems: words(
    'கப்பல் துறைமுகம் மீன் காடு பணம் வங்கி விலை நாடு வணிகம் தானியம் எண்ணெய் செம்பு சர்க்கரை காபி பங்கு இலாபம் ஆண்டு மாதம் வாரம் தொழில் ஆலை ஏற்றுமதி இறக்குமதி வட்டி தங்கம் உரிமை அறிக்கை எண் வரி ஒப்பந்தம் கூட்டம் அமைச்சர் தலைவர் பொருளாதாரம் சரக்கு கடல் ஆறு தெரு நகரம் கிராமம் பள்ளி வானிலை மழை காற்று மரம் பூ',
  ),
  endings: words('. கள் இல் உடன் ஐ ஆன ஆக உம் கு இன்').map((each) => each.replace('.', '')),
  space: ' ',
};
const german: Lexicon = {
  small: words('der von zu in ein und für auf sagte ist es bei an aus war mit'),
  stems: words(
    'schiff hafen fisch wald geld bank preis land handel getreide öl kupfer zucker kaffee anteil gewinn jahr monat woche arbeit werk ausfuhr einfuhr zins gold inhaber bericht zahl steuer vertrag sitzung minister leiter wirtschaft ware meer fluss straße stadt dorf schule wetter regen wind baum blume bauamt bürger antrag gebühr',
  ),
  endings: words('en es er ung lich e haft keit s isch bar los'),
  space: ' ',
};
const japanese: Lexicon = {
  small: words('の は に を で と が も から まで や へ な より だ て'),
  stems: words(
    '船舶 港湾 漁業 森林 資金 銀行 価格 国家 貿易 穀物 石油 銅山 砂糖 珈琲 株式 利益 年度 月間 週末 労働 工場 輸出 輸入 金利 黄金 所有 報告 数字 税金 契約 会議 大臣 社長 経済 商品 海洋 河川 道路 都市 農村 学校 天候 降雨 強風 樹木 草花 祭り 音楽',
  ),
  endings: words('. する した して れる 的 性 者').map((each) => each.replace('.', '')),
  space: '',
};
const persian: Lexicon = {
  small: words('و از به در که این را با است برای آن یک تا هم بود اما'),
  stems: words(
    'کشتی بندر ماهی جنگل پول بانک قیمت کشور تجارت گندم نفت مس شکر قهوه سهام سود سال ماه هفته کارگر کارخانه صادرات واردات بهره طلا مالک گزارش عدد مالیات قرارداد نشست وزیر مدیر اقتصاد کالا دریا رود خیابان شهر روستا مدرسه هوا باران باد درخت گل زمستان تابستان',
  ),
  endings: words('. ها های ی ان تر گاه مند انه ش').map((each) => each.replace('.', '')),
  space: ' ',
};
const swahili: Lexicon = {
  small: words('na ya wa kwa ni katika la za hiyo kuwa si hii huo pia kama bali'),
  stems: words(
    'meli bandari samaki msitu fedha benki bei nchi biashara nafaka mafuta shaba sukari kahawa hisa faida mwaka mwezi wiki kazi kiwanda uuzaji ununuzi riba dhahabu mwenye ripoti namba kodi mkataba mkutano waziri meneja uchumi bidhaa bahari mto barabara mji kijiji shule hewa mvua upepo mti ua kaskazini kusini',
  ),
  endings: words('. ni ji sha wa ka na tu kwa o').map((each) => each.replace('.', '')),
  space: ' ',
};

const lexicons: Readonly<Record<string, Lexicon>> = {
  'like Wix': georgian,
  'like Blogger': finnish,
  'a department': tamil,
  'a municipality': german,
  'like WooCommerce': persian,
  'a local paper': swahili,
  'an event calendar': japanese,
};

/** A text in the language of a site. */
export function writtenOn({ name }: Pick<Engine, 'name'>, text: string): string {
  return name in lexicons ? inLexicon(text, lexicons[name]) : text;
}
