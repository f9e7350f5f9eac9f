import type { Engine } from '../engines/engine.ts';
import { inLexicon, type Lexicon, lexicon } from '../lexicon.ts';

const ukrainian = lexicon(
  'і у на з що до не за про від по для як або та його є',
  'корабл порт ринк банк цін країн торгівл зерн нафт мід цукр кав акці прибутк рок місяц тижн робітник завод вивіз довіз відсот золот власник звіт числ подат договір зустріч міністр керівник господар товар мор річк вулиц міст сел школ погод дощ вітр дерев квіт зим літ ліс пол міст закон берег камен хліб молок',
  '. а у ом и ів ами ах ський ова ення ість ати',
);
const estonian = lexicon(
  'ja on ei et see oma ka kui mis aga või siis üle alla koos enne pärast',
  'laev sadam turg pank hind riik kaubandus vili nafta vask suhkur kohv aktsia kasum aasta kuu nädal tööline tehas eksport import intress kuld omanik aruanne arv maks leping koosolek minister juht majandus kaup meri jõgi tänav linn küla kool ilm vihm tuul puu lill talv suvi mets põld sild seadus rand kivi leib piim',
  '. de te le st ga s ni lik mine us ks ta',
);
const armenian = lexicon(
  'և է որ մի այս այն ու համար հետ մասին բայց կամ իր մեջ վրա էր մինչև',
  'նավ նավահանգիստ շուկա բանկ գին երկիր առևտուր հացահատիկ նավթ պղինձ շաքար սուրճ բաժնետոմս շահույթ տարի ամիս շաբաթ բանվոր գործարան արտահանում ներմուծում տոկոս ոսկի տեր զեկույց թիվ հարկ պայմանագիր ժողով նախարար ղեկավար տնտեսություն ապրանք ծով գետ փողոց քաղաք գյուղ դպրոց եղանակ անձրև քամի ծառ ծաղիկ ձմեռ ամառ անտառ դաշտ կամուրջ օրենք ափ քար հաց կաթ',
  '. ը ի ով ից ներ ում ական որեն ություն եր ին',
);
const indonesian = lexicon(
  'dan yang di ke dari untuk pada dengan ini itu adalah tidak akan oleh juga telah kami',
  'kapal pelabuhan pasar bank harga negara dagang gandum minyak tembaga gula kopi saham untung tahun bulan minggu pekerja pabrik ekspor impor bunga emas pemilik laporan angka pajak kontrak rapat menteri pemimpin ekonomi barang laut sungai jalan kota desa sekolah cuaca hujan angin pohon bunga dingin panas hutan ladang jembatan hukum pantai batu roti susu',
  '. nya kan an i lah pun ku mu per kah',
);
const croatian = lexicon(
  'i u na se da je za ne o kao od po ali ili pri su sa',
  'brod luk tržišt bank cijen držav trgovin žit naft bakr šećer kav dionic dobit godin mjesec tjedan radnik tvornic izvoz uvoz kamat zlat vlasnik izvješć broj porez ugovor sastan ministar vođ gospodar rob mor rijek ulic grad sel škol vrem kiš vjetar drv cvijet zim ljet šum polj most zakon obal kamen kruh mlijek',
  '. a e i u om ima ski nost anje og oj',
);
const basque = lexicon(
  'eta da ez du bat hau ere baina edo izan zen dira egin bere gabe bezala arte',
  'itsasontzi portu merkatu banku prezio herrialde merkataritza gari petrolio kobre azukre kafe akzio irabazi urte hilabete aste langile lantegi esportazio inportazio interes urre jabe txosten zenbaki zerga kontratu bilera ministro buru ekonomia salgai itsaso ibai kale hiri herri eskola eguraldi euri haize zuhaitz lore negu uda baso soro zubi lege kosta harri ogi esne',
  '. a ak an en ko tik ra ari ren ekin zko',
);
const norwegian = lexicon(
  'og i av at en til det for på er som med ikke de fra var om',
  'skip havn marked bank pris land handel korn olje kobber sukker kaffe aksje gevinst år måned uke arbeider fabrikk utførsel innførsel rente gull eier rapport tall skatt avtale møte statsråd leder økonomi vare hav elv gate by bygd skole vær regn vind tre blomst vinter sommer skog åker bru lov kyst stein brød melk',
  '. en et a ene er s ing lig het ende te',
);
const urdu = lexicon(
  'اور میں کے کی کا سے نے کو پر ہے یہ وہ کہ تھا ایک بھی لیے',
  'جہاز بندرگاہ بازار بینک قیمت ملک تجارت اناج تیل تانبا چینی کافی حصص منافع سال مہینہ ہفتہ مزدور کارخانہ برآمد درآمد سود سونا مالک رپورٹ تعداد ٹیکس معاہدہ اجلاس وزیر سربراہ معیشت سامان سمندر دریا گلی شہر گاؤں سکول موسم بارش ہوا درخت پھول سردی گرمی جنگل کھیت پل قانون ساحل پتھر روٹی دودھ',
  '. وں ی یں ات انہ دار گی ہ تی',
);
const khmer = lexicon(
  'និង ក្នុង នៃ ដែល បាន ជា មាន នេះ ពី ដល់ ដោយ មិន សម្រាប់ លើ ឬ ទៅ ក៏',
  'កប៉ាល់ កំពង់ផែ ផ្សារ ធនាគារ តម្លៃ ប្រទេស ជំនួញ ស្រូវ ប្រេង ទង់ដែង ស្ករ កាហ្វេ ភាគហ៊ុន ចំណេញ ឆ្នាំ ខែ សប្តាហ៍ កម្មករ រោងចក្រ នាំចេញ នាំចូល ការប្រាក់ មាស ម្ចាស់ របាយការណ៍ ចំនួន ពន្ធ កិច្ចសន្យា ប្រជុំ រដ្ឋមន្ត្រី ដឹកនាំ សេដ្ឋកិច្ច ទំនិញ សមុទ្រ ទន្លេ ផ្លូវ ទីក្រុង ភូមិ សាលា អាកាសធាតុ ភ្លៀង ខ្យល់ ដើមឈើ ផ្កា រដូវ ក្តៅ ព្រៃ ស្រែ ស្ពាន ច្បាប់ ឆ្នេរ ថ្ម នំប៉័ង ទឹកដោះ',
  '. ថ្មី ធំ តូច ជាតិ ក្រៅ ចាស់',
  '',
);
const afrikaans = lexicon(
  'die van en in is dit nie vir met op het te aan om by was uit',
  'skip hawe mark bank prys land handel graan olie koper suiker koffie aandeel wins jaar maand week werker fabriek uitvoer invoer rente goud eienaar verslag getal belasting kontrak vergadering minister leier ekonomie goedere see rivier straat stad dorp skool weer reën wind boom blom winter somer bos veld brug wet kus klip brood melk',
  '. e s ing heid lik te er de se tjie',
);
const serbian = lexicon(
  'и у на се да је за не о као од по али или при су са',
  'брод лук тржишт банк цен држав трговин жит нафт бакр шећер каф акциј добит годин месец недељ радник фабрик извоз увоз камат злат власник извештај број порез уговор састан министар вођ привред роб мор рек улиц град сел школ време киш ветар дрв цвет зим лет шум пољ мост закон обал камен хлеб млек',
  '. а е и у ом има ски ност ање ог ој',
);

const lexicons: Readonly<Record<string, Lexicon>> = {
  'a register of courts': ukrainian,
  'minutes of a council': estonian,
  'objects of a museum': armenian,
  'like vBulletin': indonesian,
  'like SMF': croatian,
  'like Plone': basque,
  'an archive of letters': norwegian,
  'a world service': urdu,
  'like Webflow': khmer,
  classifieds: afrikaans,
  'like WooCommerce blocks': serbian,
};

/** A text in the language of a site. */
export function writtenOn({ name }: Pick<Engine, 'name'>, text: string): string {
  return name in lexicons ? inLexicon(text, lexicons[name]) : text;
}
