import type { Engine } from '../engines/engine.ts';
import { inLexicon, type Lexicon, lexicon } from '../lexicon.ts';

/** A line has a site, the code of its language, the most common words of it, stems and endings. The last two are of no site. */
const lines = `
bus stops | fi | se että on ei ja hän oli mutta joka niin kun myös vain ovat sen jos | laiva satama tori pankki hinta maa kauppa vilja öljy kupari sokeri kahvi osake voitto vuosi kuukausi viikko työ tehdas vienti tuonti korko kulta omistaja luku vero sopimus kokous ministeri johtaja talous tavara meri joki katu kaupunki kylä koulu sää sade tuuli silta ranta | . n ssa sta lle ksi t ja inen ton us ks kin
a hotel chain | ar | في من على إلى أن هذا التي عن مع كان بعد هو لم قد ما بين | سفين ميناء سوق مصرف سعر بلد تجار حبوب نفط نحاس سكر قهو سهم ربح سن شهر اسبوع عامل مصنع صادر وارد فائد ذهب مالك رقم ضريب عقد اجتماع وزير مدير اقتصاد سلع بحر نهر شارع مدين قري مدرس طقس مطر ريح جسر ساحل | . ة ات ون ين ها هم ية ي نا كم ان وا
press releases | zh | 的 是 在 了 和 有 我 他 不 这 为 上 个 到 以 就 | 船舶 港口 市场 银行 价格 国家 贸易 谷物 石油 铜 白糖 咖啡 股份 利润 年度 月份 每周 工人 工厂 出口 进口 利息 黄金 业主 数字 税务 合同 会议 部长 经理 经济 货物 海洋 河流 街道 城市 乡村 学校 天气 雨水 风力 桥梁 海岸 仓库 铁路 电力 | . 们 性 化 员 部 会 所 业 量 度 者 处
roll calls | hu | a az és hogy nem is egy ez meg csak de volt már mint még aki | hajó kikötő piac bank ár ország keresked gabona olaj réz cukor kávé részvény haszon év hónap hét munkás gyár kivitel behozatal kamat arany tulajdon szám adó szerződ ülés miniszter vezető gazdaság áru tenger folyó utca város falu iskola időjárás eső szél híd part | . k ban nak tól ra val ok os ság ás i
plants of a garden | cs | a v na se že do ne je o jak od po ale pro za či | lod přístav trh bank cen zem obchod obil rop měd cukr káv akci zisk rok měsíc týd dělník továrn vývoz dovoz úrok zlat vlastník čísl daň smlouv schůz ministr ředitel hospodář zboží moř řek ulic měst ves škol počas déšť vítr most břeh | . a u em y ů ami ách ový ého ost ník
recipe cards | ko | 그 의 및 에서 한 그리고 위해 대해 말했다 있다 이 통해 함께 부터 였다 또한 | 선박 항구 시장 은행 가격 나라 무역 곡물 석유 구리 설탕 커피 주식 이익 연도 월간 주간 노동 공장 수출 수입 금리 황금 소유 숫자 세금 계약 회의 장관 사장 경제 상품 바다 강물 거리 도시 마을 학교 날씨 비 바람 다리 해안 | . 은 는 이 가 을 를 에 의 로 와 적 들
vacancies | hi | का के में की है और से को पर यह नहीं था भी लिए एक जो | जहाज बंदर बाजार बैंक दाम देश व्यापार अनाज तेल तांबा चीनी कॉफी शेयर लाभ साल महीना सप्ताह मजदूर कारखाना निर्यात आयात ब्याज सोना मालिक संख्या कर अनुबंध बैठक मंत्री निदेशक अर्थ माल समुद्र नदी सड़क शहर गांव स्कूल मौसम बारिश हवा पुल तट | . ों ी े ता वाला इक कार पन या दार
lesson plans | uk | і у на з що до не за про від по для як або та його | корабл порт ринк банк цін країн торгівл зерн нафт мід цукр кав акці прибутк рок місяц тижн робітник завод вивіз довіз відсот золот власник числ подат догов зборів міністр керівник господар товар мор рік вулиц міст сел школ погод дощ вітр міст берег | . а у ом и ів ами ах ський ова ення ість
records of a library | he | של את על לא זה עם הוא היא גם כי אל או אם כל היה רק | אוני נמל שוק בנק מחיר ארץ סחר תבוא נפט נחושת סוכר קפה מני רווח שנ חודש שבוע פועל מפעל יצוא יבוא ריבית זהב בעל מספר מס חוזה ישיב שר מנהל כלכל סחור ים נהר רחוב עיר כפר ספר מזג גשם רוח גשר חוף | . ה ים ות י ית ן נו כם ו הם ון
timetables | th | ของ ที่ และ ใน เป็น มี ไม่ จะ ได้ ให้ กับ ว่า จาก แต่ นี้ ก็ | เรือ ท่า ตลาด ธนาคาร ราคา ประเทศ การค้า ข้าว น้ำมัน ทองแดง น้ำตาล กาแฟ หุ้น กำไร ปี เดือน สัปดาห์ คนงาน โรงงาน ส่งออก นำเข้า ดอกเบี้ย ทอง เจ้าของ ตัวเลข ภาษี สัญญา ประชุม รัฐมนตรี ผู้จัดการ เศรษฐกิจ สินค้า ทะเล แม่น้ำ ถนน เมือง หมู่บ้าน โรงเรียน อากาศ ฝน ลม สะพาน ชายฝั่ง | . ใหม่ เก่า ใหญ่ เล็ก สูง ต่ำ กลาง เหนือ ใต้ นอก
spare parts | pl | i w na z że do nie się o jak od po ale przez dla czy | statk port rynk bank cen kraj handl zboż naft miedź cukr kaw akcj zysk rok miesiąc tydzień robotnik fabryk wywóz przywóz odsetk złot właściciel liczb podatk umow zebran minister kierownik gospodark towar morz rzek ulic miast wieś szkoł pogod deszcz wiatr most brzeg | . a u em ie y ów ami ach owy ego ość
weather stations | no | og i det på som er en til å han av for at med var de | skip havn marked bank pris land handel korn olje kobber sukker kaffe aksje gevinst år måned uke arbeid fabrikk utførsel innførsel rente gull eier tall skatt avtale møte minister leder husholdning vare hav elv gate by bygd skole vær regn vind bro kyst | . en et er ene s ens ende het lig ning
episodes of a podcast | es | de la que el en y a los se del las un por con no una | barc puert mercad banc preci país comerci gran petróle cobr azúcar caf acción benefici añ mes seman trabaj fábric exportación importación interés or dueñ númer impuest contrat reunión ministr director economí mercancí mar rí call ciudad aldea escuel tiemp lluvi vient puent cost | o a os as ar ado ión mente ante idad ico oso
items of a museum | ja | は の に が を と で も 言 だ これ から まで より た など | 船 港 市場 銀行 価格 国 貿易 穀物 石油 銅 砂糖 珈琲 株 利益 年 月 週 労働 工場 輸出 輸入 利子 金 所有 数字 契約 税 会議 大臣 社長 経済 商品 海 川 通り 都市 村 学校 天気 雨 風 橋 海岸 倉庫 鉄道 電力 新規 大型 | . が を に の は する した して で と も
villas for sale | vi | của và là có được trong cho không một các với người đã này khi từ | tàu cảng chợ ngân giá nước buôn thóc dầu đồng đường phê phần lãi năm tháng tuần thợ xưởng xuất nhập lợi vàng chủ số thuế hợp họp bộ giám kinh hàng biển sông phố thành làng trường thời mưa gió cầu bờ kho điện núi rừng đồi hồ sân vườn | . hàng mới lớn nhỏ cao thấp dài trên dưới xa gần
what is on | ca | de la el i a que en un per amb no es del les una com | vaixell port mercat banc preu país comerç gra petroli coure sucre caf acci benefici any mes setman treball fàbric exportaci importaci interès or amo númer impost contract reuni ministr director economi mercaderi mar riu carrer ciutat poble escol temps pluj vent pont cost | . a es s ar at ció ment ant itat ic ós
translated | sw | ya na wa kwa ni katika la za hii kuwa hiyo si pia lakini au kama | meli bandari soko benki bei nchi biashara nafaka mafuta shaba sukari kahawa hisa faida mwaka mwezi wiki kazi kiwanda uza ingiza riba dhahabu mmiliki namba kodi mkataba mkutano waziri kiongozi uchumi bidhaa bahari mto njia mji kijiji shule hewa mvua upepo daraja pwani | . ni ji wa eni ana isha ika ia vu mu ki
also translated | ka | და არის რომ ეს ამ მის არ იყო თუ მაგრამ ან რა ასე მე შენ ის | გემ ნავსადგურ ბაზარ ბანკ ფას ქვეყან ვაჭრობ მარცვალ ნავთ სპილენძ შაქარ ყავ აქცი მოგებ წელ თვე კვირ მუშ ქარხან გატან შემოტან პროცენტ ოქრო მფლობელ რიცხვ გადასახად ხელშეკრულებ კრებ მინისტრ ხელმძღვანელ ეკონომიკ საქონელ ზღვ მდინარ ქუჩ ქალაქ სოფელ სკოლ ამინდ წვიმ ქარ ხიდ ნაპირ | ი ის ს მა ად ით ში ზე თან ური ობა ება
`;

const withoutSpaces: readonly string[] = ['zh', 'th', 'ja'];

const languages: Readonly<Record<string, { readonly code: string; readonly lexicon: Lexicon }>> =
  Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [name, code, small, stems, endings] = line.split(' | ');
        return [
          name,
          { code, lexicon: lexicon(small, stems, endings, withoutSpaces.includes(code) ? '' : ' ') },
        ];
      }),
  );

/** A text in the language of a site. */
export function writtenOn({ name }: Pick<Engine, 'name'>, text: string): string {
  return name in languages ? inLexicon(text, languages[name].lexicon) : text;
}

/** The language of a site. */
export function languageOf({ name }: Pick<Engine, 'name'>): string {
  return languages[name]?.code ?? 'en';
}

/** A text in the two languages beside that of a site in English. */
export const translations = {
  sw: (text: string): string => inLexicon(text, languages.translated.lexicon),
  ka: (text: string): string => inLexicon(text, languages['also translated'].lexicon),
} as const;
