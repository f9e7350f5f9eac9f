import { inLexicon, type Lexicon } from '../lexicon.ts';
import { words } from '../words.ts';

const noEnding = [''];

const lexicons = {
  thai: {
    small: words('และ ของ ใน ที่ ให้ ได้ เป็น มี จะ ว่า กับ จาก โดย แต่ ไม่ นี้'),
    stems: words(
      'ตลาด บริษัท ราคา รัฐบาล ประเทศ น้ำมัน ข้าว เรือ ท่าเรือ ธนาคาร หุ้น กำไร ปี เดือน สัปดาห์ คนงาน โรงงาน การค้า ส่งออก นำเข้า ดอกเบี้ย เงิน ทอง ทองแดง กาแฟ น้ำตาล ยาง ผู้ถือหุ้น รายงาน ตัวเลข ภาษี สัญญา การประชุม รัฐมนตรี ผู้จัดการ เศรษฐกิจ สินค้า ทะเล แม่น้ำ ถนน เมือง หมู่บ้าน โรงเรียน อากาศ ฝน ลม ต้นไม้ ดอกไม้',
    ),
    endings: noEnding,
    space: '',
  },
  hebrew: {
    small: words('של את על עם לא זה גם או כי אם היה הוא היא אל מן כל'),
    stems: words(
      'שוק חברה מחיר ממשלה מדינה נפט חיטה ספינה נמל בנק מניה רווח שנה חודש שבוע עובד מפעל סחר יצוא יבוא ריבית כסף זהב נחושת קפה סוכר גומי שותף דוח נתון מס חוזה ישיבה שר מנהל כלכלה סחורה ים נהר רחוב עיר כפר ספר מזג גשם רוח עץ פרח',
    ),
    endings: words('. ים ות י נו ה תי כם יה ון').map((each) => each.replace('.', '')),
    space: ' ',
  },
  ukrainian: {
    small: words('і в на з що до не за як від по та це для був але'),
    stems: words(
      'ринк компані цін уряд країн нафт пшениц корабл порт банк акці прибутк рок місяц тижн робітник завод торгівл експорт імпорт ставк грош золот мід кав цукр гум власник звіт числ податк угод зустріч міністр керівник економік товар мор річк вулиц міст сел школ погод дощ вітр дерев квіт',
    ),
    endings: words('а и ом ів ами ах ою ого ний ським ують ала'),
    space: ' ',
  },
  bengali: {
    small: words('এবং এর এই যে না কি থেকে জন্য করে হয় তার ও সে তবে ছিল আছে'),
    stems: words(
      'বাজার কোম্পানি দাম সরকার দেশ তেল ধান জাহাজ বন্দর ব্যাংক শেয়ার লাভ বছর মাস সপ্তাহ শ্রমিক কারখানা বাণিজ্য রপ্তানি আমদানি সুদ টাকা সোনা তামা কফি চিনি রাবার মালিক প্রতিবেদন সংখ্যা কর চুক্তি সভা মন্ত্রী পরিচালক অর্থনীতি পণ্য সাগর নদী রাস্তা শহর গ্রাম বিদ্যালয় আবহাওয়া বৃষ্টি বাতাস গাছ ফুল',
    ),
    endings: words('. র কে তে টি গুলো গুলির েও রা দের').map((each) => each.replace('.', '')),
    space: ' ',
  },
  hungarian: {
    small: words('a az és hogy nem is egy volt ez de meg el mint vagy már csak'),
    stems: words(
      'piac cég ár kormány ország olaj búza hajó kikötő bank részvény haszon év hónap hét munkás gyár kereskedelem kivitel behozatal kamat pénz arany réz kávé cukor gumi tulajdonos jelentés szám adó szerződés ülés miniszter vezető gazdaság áru tenger folyó utca város falu iskola időjárás eső szél fa virág',
    ),
    endings: words('ban nak val ból ra tól hoz ként ok ai nál ig'),
    space: ' ',
  },
  indonesian: {
    small: words('yang dan di itu dengan untuk tidak ini dari dalam akan pada juga ke karena oleh'),
    stems: words(
      'pasar usaha harga perintah negara minyak gandum kapal labuh bank saham untung tahun bulan minggu kerja pabrik dagang ekspor impor bunga uang emas tembaga kopi gula karet milik lapor angka pajak janji rapat menteri pimpin ekonomi barang laut sungai jalan kota desa sekolah cuaca hujan angin pohon taman',
    ),
    endings: words('an nya kan lah i wan mu ku isme itas'),
    space: ' ',
  },
  chinese: {
    small: words('的 了 在 是 和 有 为 与 对 也 不 这 将 从 被 于'),
    stems: words(
      '市场 公司 价格 政府 国家 石油 小麦 轮船 港口 银行 股票 利润 年度 月份 星期 工人 工厂 贸易 出口 进口 利率 资金 黄金 铜矿 咖啡 食糖 橡胶 股东 报告 数字 税收 合同 会议 部长 经理 经济 商品 海洋 河流 街道 城市 乡村 学校 天气 雨水 大风 树木 花卉',
    ),
    endings: noEnding,
    space: '',
  },
} satisfies Readonly<Record<string, Lexicon>>;

/** A language that texts can be written in. */
export type Language = keyof typeof lexicons;

/** A text in another language; see `inLexicon`. */
export function inLanguage(text: string, language: Language): string {
  return inLexicon(text, lexicons[language]);
}
