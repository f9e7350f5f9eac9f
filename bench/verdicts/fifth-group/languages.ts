import type { Engine } from '../engines/engine.ts';
import { inLexicon, type Lexicon } from '../lexicon.ts';
import { words } from '../words.ts';

/** Endings, and for a full stop none. */
const ends = (text: string): string[] => words(text).map((each) => each.replace('.', ''));

const polish: Lexicon = {
  small: words('i w na z że do nie się o jak od po ale przez dla czy'),
  stems: words(
    'statek port rynek bank cena kraj handel zboż naft miedź cukier kaw akcj zysk rok miesiąc tydzień robotnik fabryk wywóz przywóz odsetk złot właściciel sprawozdan liczb podatek umow zebran minister kierownik gospodark towar morz rzek ulic miast wieś szkoł pogod deszcz wiatr drzew kwiat zim lat las pole most',
  ),
  endings: ends('. a u em ie y ów ami ach owy ego ość'),
  space: ' ',
};
const czech: Lexicon = {
  small: words('a v na se že do ne je o jak od po ale pro za či'),
  stems: words(
    'loď přístav trh bank cen země obchod obilí rop měď cukr káv akci zisk rok měsíc týden dělník továrn vývoz dovoz úrok zlat vlastník zpráv čísl daň smlouv schůz ministr ředitel hospodář zboží moř řek ulic měst ves škol počas déšť vítr strom květ zim lét les pol most hrad dům',
  ),
  endings: ends('. a u em y ů ami ách ový ého ost ník'),
  space: ' ',
};
const bulgarian: Lexicon = {
  small: words('и в на се че до не е за като от по но през към или'),
  stems: words(
    'кораб пристан пазар банк цен стран търгов зърн петрол мед захар каф акци печалб годин месец седмиц работник завод износ внос лихв злат собственик доклад числ данък договор събран министър директор стопан сток мор рек улиц град сел училищ врем дъжд вятър дърв цвет зим лят гор пол мост',
  ),
  endings: ends('. а ът и ите ове ен ски ност ка ата ник'),
  space: ' ',
};
const lithuanian: Lexicon = {
  small: words('ir į ant su kad iki ne yra apie kaip nuo po bet per dėl ar'),
  stems: words(
    'laiv uost rink bank kain šal prekyb grūd naft var cukr kav akcij peln met mėnes savait darbinink gamykl eksport import palūkan auks savinink ataskait skaič mokest sutart posėd ministr vadov ūk prek jūr up gatv miest kaim mokykl or liet vėj medž gėl žiem vasar mišk lauk tilt',
  ),
  endings: ends('as o ui ą e ai ų ams us uose inis ybė'),
  space: ' ',
};
const hindi: Lexicon = {
  small: words('और का में है कि को नहीं यह से पर के लिए भी या तो एक था'),
  stems: words(
    'जहाज़ बंदरगाह बाज़ार बैंक दाम देश व्यापार अनाज तेल ताँबा चीनी कॉफ़ी शेयर मुनाफ़ा साल महीना हफ़्ता मज़दूर कारख़ाना निर्यात आयात ब्याज सोना मालिक रिपोर्ट संख्या कर समझौता बैठक मंत्री निदेशक अर्थव्यवस्था माल समुद्र नदी सड़क शहर गाँव विद्यालय मौसम बारिश हवा पेड़ फूल सर्दी गर्मी जंगल खेत पुल',
  ),
  endings: ends('. ों ी ने वाला पन दार ता इक'),
  space: ' ',
};
/** Syllables, each a word of its own. */
const vietnamese: Lexicon = {
  small: words('và của trong là rằng cho không này từ trên các với cũng hay thì một'),
  stems: words(
    'tàu cảng chợ ngân giá nước buôn lúa dầu đồng đường cà cổ lãi năm tháng tuần thợ xưởng xuất nhập suất vàng chủ báo số thuế hợp họp bộ quản kinh hàng biển sông phố thành làng trường trời mưa gió cây hoa đông hè rừng ruộng cầu nhà',
  ).map((each) => ` ${each}`),
  endings: ends('. viên phẩm hóa tế khẩu sự học lý mới lớn').map((each) => ` ${each}`),
  space: ' ',
};
const korean: Lexicon = {
  small: words('그리고 그 이 저 또 더 안 및 등 수 것 때 중 후 전 간'),
  stems: words(
    '선박 항구 시장 은행 가격 나라 무역 곡물 석유 구리 설탕 커피 주식 이익 연도 달력 주간 노동 공장 수출 수입 이자 황금 주인 보고 숫자 세금 계약 회의 장관 사장 경제 상품 바다 강물 거리 도시 마을 학교 날씨 비바람 나무 꽃잎 겨울 여름 숲길 들판 다리',
  ),
  endings: ends('. 은 를 에서 의 와 으로 에게 했다 하는 까지 부터'),
  space: ' ',
};
const japanese: Lexicon = {
  small: words('の は に を で と が も から まで や へ より など しか さえ'),
  stems: words(
    '船 港 市場 銀行 値段 国 貿易 穀物 石油 銅 砂糖 珈琲 株 利益 年 月 週 働き手 工場 輸出 輸入 利息 金 持ち主 報告 数 税 契約 会議 大臣 社長 経済 品物 海 川 通り 町 村 学校 天気 雨 風 木 花 冬 夏 森 畑 橋 家',
  ),
  endings: ends('. する した ある れば たい ない 的な 化'),
  space: '',
};
const amharic: Lexicon = {
  small: words('እና የ በ ነው ይህ ለ አይደለም ከ ላይ እንደ ወደ ግን ስለ ወይም አንድ ያ'),
  stems: words(
    'መርከብ ወደብ ገበያ ባንክ ዋጋ አገር ንግድ እህል ዘይት መዳብ ስኳር ቡና ድርሻ ትርፍ ዓመት ወር ሳምንት ሠራተኛ ፋብሪካ ወጪ ገቢ ወለድ ወርቅ ባለቤት ሪፖርት ቁጥር ግብር ውል ስብሰባ ሚኒስትር አስተዳዳሪ ኢኮኖሚ ዕቃ ባሕር ወንዝ መንገድ ከተማ መንደር ትምህርት አየር ዝናብ ነፋስ ዛፍ አበባ ክረምት በጋ ጫካ እርሻ ድልድይ',
  ),
  endings: ends('. ዎች ው ን ም ና ዊ ነት ኛ'),
  space: ' ',
};
const greek: Lexicon = {
  small: words('και του σε είναι ότι για δεν αυτό από στο με ως αλλά ή θα ένα'),
  stems: words(
    'πλοί λιμάν αγορ τράπεζ τιμ χώρ εμπόρ σιτηρ πετρέλ χαλκ ζάχαρ καφ μετοχ κέρδ χρόν μήν εβδομάδ εργάτ εργοστάσ εξαγωγ εισαγωγ τόκ χρυσ ιδιοκτήτ έκθεσ αριθμ φόρ συμβόλ συνεδρί υπουργ διευθυντ οικονομ προϊόν θάλασσ ποτάμ δρόμ πόλ χωρι σχολεί καιρ βροχ άνεμ δέντρ λουλούδ χειμών καλοκαίρ δάσ χωράφ γέφυρ',
  ),
  endings: ends('. ος ου ο α ες ων ικός ισμός ότητα ους ών'),
  space: ' ',
};

const lexicons: Readonly<Record<string, Lexicon>> = {
  'like OpenCart': polish,
  'like Shoptet': czech,
  'like Joomla': bulgarian,
  'a library catalogue': lithuanian,
  'AMP pages': hindi,
  'like USWDS': vietnamese,
  'like Tistory': korean,
  'like Notion': japanese,
  'like Twenty Twenty-Five': amharic,
  'a university': greek,
};

/** A text in the language of a site. */
export function writtenOn({ name }: Pick<Engine, 'name'>, text: string): string {
  return name in lexicons
    ? inLexicon(text, lexicons[name])
        .replace(/ +(?=[ .,:;]|$)/g, '')
        .trim()
    : text;
}
