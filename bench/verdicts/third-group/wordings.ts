import { type TextsByLanguage, type Wording, wordingsOf } from '../wordings.ts';

/**
 * Messages that sites show instead of pages, in fifteen kinds and thirteen languages; the earlier groups have only
 * English of these. Written in our own words, without knowledge of how walls are recognised.
 */
const texts: Readonly<Record<string, TextsByLanguage>> = {
  consent: {
    en: [
      'You are in charge of your data',
      'Some of what you see here is paid for by advertising. To show ads that mean something to you, this publisher and its partners would like to remember this browser. Tell us which of the nine uses below are fine by you. Saying no costs nothing.',
      'Agree to everything. Choose for yourself. Continue without agreeing.',
    ],
    it: [
      'La tua privacy, la tua scelta',
      'Noi e terze parti selezionate utilizziamo tecnologie simili ai cookie per finalità tecniche e, con il tuo consenso, anche per misurazione e pubblicità. Il rifiuto del consenso può rendere non disponibili alcune funzioni. Usa il pulsante Accetta per acconsentire, oppure chiudi questa informativa per continuare senza accettare.',
    ],
    nl: [
      'Goed dat je er bent',
      'Met cookies maken wij de site beter en persoonlijker. Ook derden kunnen je surfgedrag volgen om advertenties te tonen die bij je interesses aansluiten. Klik op Akkoord, of pas je voorkeuren aan. Je kunt je keuze later altijd herzien.',
    ],
    cs: [
      'Souhlas s ukládáním údajů',
      'Abychom mohli web dále rozvíjet, potřebujeme od vás souhlas se zpracováním malých souborů, které se dočasně ukládají ve vašem prohlížeči. Děkujeme, že nám ho dáte. Slibujeme, že se budeme k vašim datům chovat slušně.',
    ],
  },
  login: {
    en: [
      'Welcome back, sailor',
      'Members get in with their number and pass phrase. Lost either of them? Ask the desk for new ones. Guests may apply here.',
    ],
    sv: [
      'Logga in för att fortsätta',
      'Innehållet är bara öppet för medlemmar. Ange e-postadress och lösenord, eller använd din elektroniska legitimation. Har du glömt lösenordet? Inget konto än? Det tar en minut att skapa ett.',
    ],
    id: [
      'Silakan masuk',
      'Anda harus masuk terlebih dahulu untuk melihat halaman ini. Nama pengguna. Kata sandi. Ingat saya. Lupa kata sandi? Belum punya akun? Daftar sekarang.',
    ],
    fa: [
      'ورود به حساب کاربری',
      'برای دیدن این بخش باید وارد شوید. شماره همراه یا رایانامه خود را وارد کنید. گذرواژه را فراموش کرده‌اید؟ هنوز عضو نیستید؟ ثبت نام کنید.',
    ],
  },
  'not found': {
    en: [
      'We have run aground',
      'No chart of ours shows the place you were heading for. It may have sunk, or was never there. Set course for the front page and start afresh.',
    ],
    it: [
      'Pagina inesistente',
      'La risorsa richiesta non è più presente sul sito oppure il collegamento contiene un errore. Torna indietro o consulta la mappa del sito.',
    ],
    he: [
      'העמוד לא נמצא',
      'מצטערים, לא הצלחנו למצוא את מה שחיפשת. ייתכן שהקישור שגוי או שהעמוד הוסר. אפשר לחזור לדף הבית או להשתמש בחיפוש.',
    ],
    th: [
      'ไม่พบหน้าที่คุณต้องการ',
      'ขออภัย หน้าที่คุณกำลังค้นหาอาจถูกลบ เปลี่ยนชื่อ หรือไม่สามารถใช้งานได้ชั่วคราว กรุณาตรวจสอบที่อยู่อีกครั้งหรือกลับไปยังหน้าแรก',
    ],
    hu: [
      'A keresett oldal nem található',
      'Lehet, hogy elírta a címet, vagy az oldal időközben megszűnt. Kérjük, térjen vissza a kezdőlapra.',
    ],
  },
  error: {
    en: [
      'That did not go as planned',
      'A part of our machinery has given up while it put this together for you. It is most likely not your doing. A report is on its way to those on duty.',
    ],
    ro: [
      'Eroare internă',
      'Aplicația a întâmpinat o problemă și nu a putut finaliza operațiunea. Reveniți peste câteva clipe. Dacă situația se repetă, anunțați echipa de asistență.',
    ],
    uk: [
      'Сталася помилка',
      'Під час обробки запиту виникла неполадка. Ми вже отримали повідомлення про неї. Спробуйте оновити сторінку трохи згодом або напишіть до служби підтримки.',
    ],
    bn: ['কিছু একটা সমস্যা হয়েছে', 'আপনার অনুরোধটি এই মুহূর্তে সম্পন্ন করা যাচ্ছে না। অনুগ্রহ করে কিছুক্ষণ পরে আবার চেষ্টা করুন।'],
  },
  'bot check': {
    en: [
      'Are you a person?',
      'Your browser is being looked at before it may pass. Keep this tab open. You will be sent on as soon as the riddle is solved, which your machine does by itself.',
    ],
    nl: [
      'Even controleren',
      'We willen zeker weten dat er een mens achter het scherm zit. Zet scripts aan en schuif het puzzelstukje op zijn plaats om verder te gaan.',
    ],
    th: [
      'ยืนยันว่าคุณไม่ใช่หุ่นยนต์',
      'ระบบตรวจพบการใช้งานที่ผิดปกติจากเครือข่ายของคุณ กรุณาเลือกภาพทั้งหมดที่มีรถโดยสารเพื่อดำเนินการต่อ',
    ],
    uk: [
      'Перевірка безпеки',
      'Зачекайте кілька секунд, доки ми переконаємося, що зʼєднання безпечне. Увімкніть підтримку скриптів, інакше перевірка не завершиться.',
    ],
  },
  'rate limit': {
    en: [
      'Too fast for us',
      'This address has used up what it may ask for in an hour. The count starts again at the full hour. Subscribers to our data service have a larger share.',
    ],
    cs: [
      'Příliš mnoho požadavků',
      'Z vaší sítě přichází neobvykle mnoho dotazů, proto jsme přístup na chvíli omezili. Zkuste to prosím znovu za pár minut.',
    ],
    hu: [
      'Túl sok kérés',
      'Rövid idő alatt túl sok kérés érkezett az Ön címéről. Kérjük, várjon néhány percet, majd próbálja újra.',
    ],
  },
  'age gate': {
    en: [
      'Grown-ups only beyond this door',
      'By walking on you state that you were born long enough ago for what is sold here where you live. Day, month and year of birth, please.',
    ],
    it: [
      'Hai compiuto diciotto anni?',
      'Il sito contiene informazioni su prodotti riservati a un pubblico adulto. Conferma di essere maggiorenne per proseguire la navigazione. Sì, entra. No, esci.',
    ],
    ro: [
      'Verificarea vârstei',
      'Trebuie să aveți cel puțin optsprezece ani pentru a vizita acest magazin. Confirmați că îndepliniți această condiție.',
    ],
  },
  'region block': {
    en: [
      'Sorry, this is not for your shores',
      'Our agreements with those who made it let us show it at home only. You seem to be abroad. Travellers can watch again as soon as they are back.',
    ],
    sv: [
      'Kan inte visas i ditt land',
      'Av rättighetsskäl är innehållet bara tillgängligt inom landets gränser. Använder du en anonymiseringstjänst kan du behöva stänga av den.',
    ],
    fa: [
      'دسترسی از منطقه شما ممکن نیست',
      'به دلیل محدودیت‌های حقوقی، این محتوا در کشور شما در دسترس نیست. اگر از ابزار تغییر نشانی استفاده می‌کنید آن را خاموش کنید.',
    ],
  },
  maintenance: {
    en: [
      'Dry dock',
      'The whole site is out of the water for a scrape and a coat of paint. We float again on Thursday morning.',
    ],
    nl: [
      'Wij zijn even aan het verbouwen',
      'De website is tijdelijk niet bereikbaar wegens gepland onderhoud. Ons streven is om over een uur weer online te zijn. Bestellingen worden gewoon bezorgd.',
    ],
    he: [
      'האתר בתחזוקה',
      'אנחנו משדרגים את המערכת ונחזור לפעילות בקרוב. תודה על הסבלנות. לפניות דחופות אפשר להתקשר למוקד.',
    ],
    bn: [
      'রক্ষণাবেক্ষণের কাজ চলছে',
      'আমাদের ওয়েবসাইট উন্নয়নের জন্য সাময়িকভাবে বন্ধ আছে। শীঘ্রই ফিরে আসব, ধৈর্য ধরার জন্য ধন্যবাদ।',
    ],
  },
  'app only': {
    en: [
      'Get the app to see the rest',
      'What you opened lives in our application for phones. Scan the square with your camera, or let us send a link to your phone. It is free and takes less room than a song.',
    ],
    id: [
      'Buka di aplikasi',
      'Konten ini hanya dapat dilihat melalui aplikasi kami. Unduh gratis di toko aplikasi dan nikmati pengalaman yang lebih cepat. Lanjutkan di aplikasi. Nanti saja.',
    ],
    th: ['เปิดในแอปเพื่อดูต่อ', 'เนื้อหานี้มีให้เฉพาะในแอปพลิเคชันเท่านั้น ดาวน์โหลดฟรีวันนี้ แล้วรับส่วนลดสำหรับการสั่งซื้อครั้งแรก'],
  },
  paywall: {
    en: [
      'You have read your three for this month',
      'We hope they were worth it. Those who pay keep reporters at sea; for less than a coffee a week you can be one of them. Cancel on any day. Had one already? Then tell us who you are.',
    ],
    cs: [
      'Článek je jen pro předplatitele',
      'Odemkněte si celý web na měsíc za cenu jedné kávy. Předplatné lze kdykoli zrušit. Už jste předplatitel? Přihlaste se.',
    ],
    hu: [
      'Olvasson tovább előfizetéssel',
      'A cikk folytatása csak előfizetőink számára érhető el. Az első hónap kedvezményes, és bármikor lemondhatja.',
    ],
  },
  'old browser': {
    en: [
      'Time for a newer browser',
      'The one that you use no longer gets mended by its makers, and we have stopped testing with it. Any of the four below will do. Your settings come along when you move.',
    ],
    sv: [
      'Din webbläsare stöds inte',
      'För att webbplatsen ska fungera säkert behöver du en nyare version. Uppdatera eller byt webbläsare och försök på nytt.',
    ],
    id: [
      'Peramban Anda sudah usang',
      'Situs ini tidak mendukung versi peramban yang Anda pakai. Perbarui peramban atau pasang salah satu pilihan berikut agar dapat melanjutkan.',
    ],
  },
  parked: {
    en: [
      'A name in search of a ship',
      'Nobody sails under this name yet, though it is taken. Its owner listens to offers. Leave yours with the harbour master, who takes a tenth.',
    ],
    it: [
      'Questo nome a dominio è in vendita',
      'Contattaci per ricevere un preventivo gratuito. Trasferimento rapido e pagamento sicuro, anche a rate. Ricerche correlate: mutui, voli economici, assicurazioni auto.',
    ],
    ro: [
      'Domeniu rezervat',
      'Acest domeniu a fost înregistrat recent, iar proprietarul nu a publicat încă un site. Căutați și dumneavoastră un nume? Verificați disponibilitatea.',
    ],
    fa: [
      'این دامنه برای فروش است',
      'اگر به این نام علاقه دارید پیشنهاد خود را برای ما بفرستید. انتقال دامنه در کمتر از یک روز انجام می‌شود.',
    ],
    uk: [
      'Домен виставлено на продаж',
      'Власник розгляне ваші пропозиції. Залиште контакти та суму, і наш представник звʼяжеться з вами протягом доби.',
    ],
  },
  expired: {
    en: [
      'The lease on this name has run out',
      'If it is yours you have thirty days to take it up again at your registrar. After that whoever asks first may have it.',
    ],
    nl: [
      'Domeinnaam verlopen',
      'De registratie van deze naam is niet verlengd. Bent u de houder? Log in bij uw provider en betaal de openstaande rekening om de website weer te activeren.',
    ],
    id: [
      'Masa aktif domain telah berakhir',
      'Pemilik domain ini belum melakukan perpanjangan. Jika Anda pemiliknya, segera lakukan pembayaran melalui panel pelanggan.',
    ],
    bn: [
      'ডোমেইনের মেয়াদ শেষ',
      'এই ডোমেইনটি নবায়ন করা হয়নি। আপনি মালিক হলে নিবন্ধকের সাথে যোগাযোগ করে দ্রুত নবায়ন করুন।',
    ],
  },
  'under construction': {
    en: [
      'Nothing to see yet',
      'We have only just moved in, and the boxes are still closed. Come round again in the spring. Until then, letters reach us in the usual way.',
    ],
    cs: [
      'Na webu pracujeme',
      'Nové stránky pro vás právě připravujeme. Brzy zde najdete naši nabídku, ceník a kontakty.',
    ],
    he: ['האתר בבנייה', 'אנחנו עובדים על משהו חדש. השאירו כתובת ונעדכן אתכם כשנעלה לאוויר.'],
    th: ['เว็บไซต์อยู่ระหว่างการจัดทำ', 'เรากำลังเตรียมเว็บไซต์ใหม่ พบกันเร็ว ๆ นี้ สอบถามข้อมูลเพิ่มเติมได้ทางโทรศัพท์'],
  },
};

/** Every wording of the third group. All were held out until the group was read. */
export const thirdWordings: readonly Wording[] = wordingsOf(texts);
