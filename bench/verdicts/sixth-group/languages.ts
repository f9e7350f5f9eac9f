import type { Engine } from '../engines/engine.ts';
import { inLexicon, type Lexicon, lexicon } from '../lexicon.ts';

const danish = lexicon(
  'og i af at en til det for på er som med den de fra var',
  'skib havn marked bank pris land handel korn olie kobber sukker kaffe aktie gevinst år måned uge arbejd fabrik udførsel indførsel rente guld ejer beretning tal skat aftal møde minister leder husholdning vare hav flod gade by landsby skole vejr regn vind træ blomst vinter sommer skov mark bro lov kyst fyr sten brød mælk',
  '. en et er erne s ens ede ende hed lig ning',
);
const slovenian = lexicon(
  'in v na se da je za ne o kot od po pa ali pri bi',
  'ladj pristanišč trg bank cen držav trgovin žit naft baker sladkor kav delnic dobič let mesec teden delav tovarn izvoz uvoz obrest zlat lastnik poročil števil davek pogodb sestan minist vodj gospodar blag morj rek ulic mest vas šol vrem dež veter drev cvet zim poletj gozd polj most zakon obal kamen kruh mlek',
  '. a i u om e ov ami ah ski nost ega',
);
const portuguese = lexicon(
  'de o a e que em um para por com no na ao mais não foi',
  'navi port mercad banc preç paí comérci grã petróle cobr açúcar caf açã lucr an mês seman trabalhad fábric exportaç importaç jur our don relatóri númer impost contrat reuni ministr diret economi mercadori mar ri ru cidad aldei escol temp chuv vent árvor flor invern verã florest camp pont lei cost pedr pã leit',
  'o a os as ão ões ado ido ar ente al eza',
);
const latvian = lexicon(
  'un ar no uz ka ir par ne pie kā līdz pēc bet vai pirms to',
  'kuģ ost tirg bank cen valst tirdzniec grau naft var cukur kafij akcij peļņ gad mēnes nedēļ strādniek rūpnīc izved ieved procent zelt īpašniek ziņojum skait nodok līgum sanāksm ministr vadītāj saimniec prec jūr up iel pilsēt ciem skol laik liet vēj kok zied ziem vasar mež lauk tilt likum krast akmen maiz pien',
  'is s a e u am ai os iem ība ēja ums',
);
const icelandic = lexicon(
  'og í að á er sem ekki til um af með frá eftir en við var',
  'skip höfn markað bank verð land verslun korn olí kopar sykur kaffi hlut hagnað ár mánuð vik starf verksmið útflutning innflutning vext gull eigand skýrsl töl skatt samning fund ráðherr stjór hagkerf vör haf fljót göt borg þorp skól veður rign vind tré blóm vetur sumar skóg akur brú lög strönd stein brauð mjólk',
  '. inn ið ar um ur ins una anna leg un ir',
);
const romanian = lexicon(
  'și de în la că este pe nu cu din ca pentru dar sau prin fost',
  'nav port piaț banc preț țar comerț grân petrol cupr zahăr cafe acțiun profit an lun săptămân muncit fabric export import dobând aur propriet raport numă impozit contract ședinț ministr director economi mărf mar râu străz oraș sat școl vrem ploi vânt copac flor iarn var pădur câmp pod leg coast piatr pâin lapt',
  'ul a ea ele ii ilor ului at ire oasă ist e',
);
const turkish = lexicon(
  've bir bu da ile için de o gibi kadar ama ya her çok en ki',
  'gemi liman pazar banka fiyat ülke ticaret tahıl petrol bakır şeker kahve hisse kazanç yıl ay hafta işçi fabrika ihracat ithalat faiz altın sahip rapor sayı vergi sözleşme toplantı bakan müdür ekonomi mal deniz nehir sokak şehir köy okul hava yağmur rüzgar ağaç çiçek kış yaz orman tarla köprü yasa kıyı taş ekmek süt',
  '. da dan ya nın lar larda cı lık sız ya yla',
);
const catalan = lexicon(
  'i de la el que en un per amb no al com més però des va',
  'vaixell port mercat banc preu país comerç gra petroli coure sucre cafè acció guany any mes setmana treball fàbric exportació importació interès or propietari informe nombr impost contracte reunió ministr director economi mercaderi mar riu carrer ciutat poble escol temps pluj vent arbre flor hivern estiu bosc camp pont llei costa pedr pa llet',
  '. s a es ment at ada ista era ble al et',
);
const arabic = lexicon(
  'و من في على أن هو إلى لا عن مع كان بعد لكن أو قد هذا',
  'سفين ميناء سوق مصرف سعر بلد تجار حبوب نفط نحاس سكر قهو سهم ربح سنو شهر أسبوع عامل مصنع صادر وارد فائد ذهب مالك تقرير عدد ضريب عقد اجتماع وزير مدير اقتصاد بضاع بحر نهر شارع مدين قري مدرس طقس مطر ريح شجر زهر شتاء صيف غاب حقل جسر قانون ساحل حجر خبز حليب',
  '. ة ات ين ون ها هم ي ية ان نا ه',
);

const lexicons: Readonly<Record<string, Lexicon>> = {
  'like SharePoint': danish,
  'like Shopware': danish,
  'like Moodle': slovenian,
  'like OJS': portuguese,
  'like DSpace': latvian,
  'a hospital': icelandic,
  'a parliament': romanian,
  'a sports site': turkish,
  'a table layout': catalan,
  'like Nuxt 4': arabic,
};

/** A text in the language of a site. */
export function writtenOn({ name }: Pick<Engine, 'name'>, text: string): string {
  return name in lexicons ? inLexicon(text, lexicons[name]) : text;
}
