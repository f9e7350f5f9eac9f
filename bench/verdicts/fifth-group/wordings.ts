import { filledWith, type TextsByLanguage, type Wording, wordingsOf } from '../wordings.ts';

/**
 * What sites show in place of pages, in fifteen kinds and 28 languages, from one line to 160 words; in words of our own, written
 * without knowledge of how walls are known. What stands in braces differs from page to page: see `numbered`.
 */
const texts: Readonly<Record<string, TextsByLanguage>> = {
  consent: {
    en: [
      'We value the trust you place in us',
      'This publication is free because advertisers pay for it. With your consent, we and the 1,318 companies on our list store information on your device or open what is stored there, and handle what we learn from it: which pages you read, roughly where you are, which kind of device you hold. We use it to choose advertisements and articles, to count how many people saw them, to learn about our readers and to build new things.',
      'Some companies do not ask, because they hold that they have a legitimate interest. You can object to each of them in the list. A refusal is remembered in this browser for thirteen months and takes nothing away from what you can read, except that video players of third parties stay closed until you open them.',
      'You may change your mind whenever you want: the small shield at the foot of every page brings this window back.',
      'Accept and close. Reject all. More options.',
    ],
    ro: [
      'Folosim module cookie',
      'Unele sunt necesare ca să meargă situl, altele ne ajută să vedem ce citiți și să alegem reclamele. Spuneți-ne ce acceptați; puteți reveni oricând din subsolul paginii.',
    ],
    bg: [
      'Вашият избор за личните данни',
      'Ние и нашите доставчици пазим сведения на устройството ви и ги четем, за да измерваме посещенията и да показваме подходяща реклама. Можете да приемете всичко, да откажете всичко освен необходимото или да изберете цел по цел. Отказът не пречи да четете сайта.',
      'Приемам. Отказвам. Настройки.',
    ],
    cs: [
      'Nastavení soukromí',
      'Díky cookies víme, co vás zajímá, a web funguje, jak má. Nezbytné soubory vypnout nejde, o ostatních rozhodujete vy.',
      'Povolit vše. Jen nezbytné. Podrobné nastavení.',
    ],
  },
  login: {
    en: [
      'Log in to your account',
      'Username or email. Password. Remember me on this computer. Log in with a passkey. Trouble logging in?',
    ],
    vi: [
      'Đăng nhập hệ thống',
      'Trang này chỉ dành cho cán bộ và sinh viên có tài khoản. Nhập mã số và mật khẩu do nhà trường cấp. Nếu quên mật khẩu, hãy đến phòng máy tính ở tầng hai hoặc gửi thư cho bộ phận hỗ trợ kèm ảnh thẻ.',
    ],
    lt: [
      'Prisijunkite, kad matytumėte turinį',
      'Ši dalis skirta registruotiems skaitytojams. Įveskite skaitytojo bilieto numerį ir slaptažodį. Pamiršote slaptažodį? Kreipkitės į budintį bibliotekininką.',
    ],
    am: [
      'እባክዎ ይግቡ',
      'ይህን ገጽ ለማየት በመጀመሪያ ወደ መለያዎ መግባት ያስፈልጋል። የስልክ ቁጥር። የይለፍ ቃል። የይለፍ ቃል ረስተዋል? አዲስ መለያ ይክፈቱ።',
    ],
    pl: [
      'Wymagane uwierzytelnienie',
      'Zasób jest przeznaczony dla pracowników i studentów. Zaloguj się kontem uczelnianym albo przez węzeł krajowy. Sesja wygasa po trzydziestu minutach bezczynności.',
      'Numer zdarzenia: {id}',
    ],
  },
  'not found': {
    en: [
      'Sorry, that address leads nowhere',
      'If you typed the web address, check that it is correct. If you pasted it, check that you copied all of it. If you followed a link from one of our own pages, we would like to hear about it.',
      'You asked for {path}',
    ],
    hi: [
      'यह पन्ना उपलब्ध नहीं है',
      'आप जिस ख़बर को खोज रहे हैं, वह हटा दी गई है या उसका पता बदल गया है। ताज़ा ख़बरों के लिए मुख्य पन्ने पर जाएँ या ऊपर दिए गए खोज बॉक्स का इस्तेमाल करें।',
    ],
    ja: ['ページが見当たりません', 'URLが変更されたか、ページが削除された可能性があります。'],
    el: [
      'Σφάλμα 404',
      'Η διεύθυνση που ζητήσατε δεν αντιστοιχεί σε κάποια σελίδα του ιδρύματος. Ίσως η σελίδα μεταφέρθηκε κατά την ανανέωση του ιστοτόπου. Δοκιμάστε τον χάρτη του ιστοτόπου ή τον κατάλογο υπηρεσιών.',
    ],
    sk: ['Stránka neexistuje', 'Zadali ste nesprávnu adresu alebo sme obsah presunuli. Skúste vyhľadávanie.'],
  },
  error: {
    en: [
      'Something broke while we were putting this together',
      'Refresh in a minute or two.',
      'Error {id} at {time}',
    ],
    ko: [
      '일시적인 오류가 발생했습니다',
      '서비스 이용에 불편을 드려 죄송합니다. 요청하신 내용을 처리하는 동안 오류가 발생하여 화면을 표시할 수 없습니다. 잠시 후 다시 접속해 주시고, 같은 현상이 반복되면 아래의 오류 번호를 고객센터로 알려 주십시오.',
      '오류 번호 {id}',
    ],
    ru: [
      'Сервис временно недоступен',
      'Мы уже чиним. Обновите страницу через пару минут; если не поможет, загляните на страницу состояния наших служб.',
    ],
    hr: [
      'Došlo je do pogreške na poslužitelju',
      'Vaš zahtjev nismo uspjeli obraditi. Pogreška je zabilježena i naši je administratori pregledavaju. Vratite se na prethodnu stranicu i pokušajte ponovno.',
      'Oznaka: {id}, vrijeme: {time}',
    ],
  },
  'bot check': {
    en: [
      'Checking that the connection is secure',
      'We have to look at your browser before we can hand over this page. It happens by itself.',
      'Request {id} from {ip}',
    ],
    pt: [
      'Confirme que não é um robô',
      'Nossos sistemas detectaram um tráfego incomum vindo da sua rede. Pode ser um programa instalado no seu computador, uma extensão do navegador ou alguém que usa a mesma conexão. Resolva o desafio abaixo para voltar ao que estava fazendo. Se não conseguir, espere alguns minutos ou use outra rede.',
      'IP: {ip}. Hora: {time}',
    ],
    zh: [
      '请完成安全验证',
      '系统检测到您的访问有些异常，请按住滑块拖动到最右边完成拼图。验证通过后将自动返回您刚才浏览的页面。',
    ],
    uk: ['Хвилинку, перевіряємо ваш браузер', 'Це потрібно лише раз і забере не більше п’яти секунд.'],
  },
  'rate limit': {
    en: [
      'You are doing that too often',
      'Pages are being asked for from where you are faster than a person reads them. If you are collecting our texts for research, there is a dump of everything, made anew on the first of each month; please take that.',
      'Your address is {ip}. Try again in {n} seconds.',
    ],
    de: [
      'Zu viele Aufrufe',
      'Von Ihrem Anschluss kamen in kurzer Zeit ungewöhnlich viele Anfragen. Aus Rücksicht auf andere haben wir den Zugang für einige Minuten gedrosselt.',
    ],
    id: [
      'Terlalu banyak permintaan',
      'Anda telah mencapai batas akses untuk saat ini. Tunggu beberapa menit sebelum memuat ulang halaman. Pelanggan premium tidak dikenai batas ini.',
      'Kode: {id}',
    ],
  },
  maintenance: {
    en: [
      'Planned work this weekend',
      'The online services of this authority are closed from Friday at six in the evening until Monday at seven in the morning while we move them to a new data centre. You cannot apply, pay or look up a case during that time. Deadlines that fall into it are put off until the Wednesday after.',
      'If you need help before then, call the number on your last letter, or visit an office on Saturday between nine and noon.',
    ],
    cs: ['Probíhá údržba', 'Eshop právě aktualizujeme. Za chvíli jsme zpátky.'],
    tr: [
      'Kısa bir mola verdik',
      'Sistemlerimizi yeniliyoruz. Çalışma bu gece saat ikide başladı ve en geç altıda bitecek. Verdiğiniz siparişler güvende; kargolar bundan etkilenmez. Acil durumlar için çağrı merkezimiz açık.',
    ],
    am: ['ጥገና ላይ ነን', 'ድረ ገጹን እያሻሻልን ስለሆነ ለጊዜው ተዘግቷል። በቅርቡ እንመለሳለን። ስለ ትዕግስትዎ እናመሰግናለን።'],
  },
  paywall: {
    en: [
      'The rest of this story is for members',
      'Become a member to read it and everything else we have ever published. Support writers you care about, listen to the stories on your way to work, and read without a connection. Five a month, or fifty a year; leave when you like.',
      'Already a member? Sign in.',
    ],
    bg: [
      'Тази статия е само за абонати',
      'Независимата журналистика струва пари. Абонирайте се за по-малко от лев на ден и четете без ограничения, без реклами и на всички устройства. Първите две седмици са безплатни. Имате абонамент? Влезте в профила си.',
    ],
    ja: [
      'この記事は有料会員限定です',
      '残りの部分をお読みいただくには会員登録が必要です。登録月は無料、いつでも解約できます。会員の方はログインしてください。',
    ],
    hi: ['आगे पढ़ने के लिए सदस्य बनें', 'यह लेख केवल सदस्यों के लिए है। पहले महीने का शुल्क एक रुपया।'],
  },
  'age gate': {
    en: ['You must be 18 or over', 'Enter your date of birth to visit this shop. Day. Month. Year.'],
    pl: [
      'Czy masz ukończone osiemnaście lat?',
      'Strona zawiera informacje o napojach alkoholowych i jest przeznaczona tylko dla osób pełnoletnich. Wchodząc, oświadczasz, że jesteś osobą dorosłą i że oglądasz te treści z własnej woli. Tak, wchodzę. Nie, wychodzę.',
    ],
    ko: [
      '성인 인증이 필요합니다',
      '이 정보는 청소년에게 유해한 내용을 포함하고 있어 관련 법령에 따라 만 열아홉 살 미만은 이용할 수 없습니다. 본인 확인을 거친 뒤 이용해 주세요.',
    ],
    es: [
      'Acceso solo para adultos',
      'Esta web vende artículos cuya compra está prohibida a menores. Confirma tu edad para entrar; guardaremos tu respuesta durante treinta días y no volveremos a preguntarte en este dispositivo.',
    ],
  },
  forbidden: {
    en: [
      'You do not have permission to view this',
      'This board is visible to members of certain groups only. You may not be logged in, your account may be waiting for approval, or an administrator may have switched it off. If you have just registered, look for the letter with the activation link; it often ends up among the junk.',
    ],
    lt: [
      'Prieiga uždrausta',
      'Neturite teisės peržiūrėti šio įrašo. Jei manote, kad tai klaida, parašykite administratoriui ir nurodykite žemiau esantį kodą.',
      'Kodas {id}, adresas {ip}, {time}',
    ],
    fr: ['Accès refusé', 'Le pare-feu du site a bloqué votre demande.', 'Référence : {id}'],
    ur: [
      'رسائی کی اجازت نہیں',
      'آپ کو یہ صفحہ دیکھنے کا اختیار نہیں ہے۔ اگر آپ سمجھتے ہیں کہ ایسا غلطی سے ہوا ہے تو منتظم سے رابطہ کریں۔',
    ],
  },
  'region choice': {
    en: [
      'Choose your country',
      'Prices, delivery and what we may sell depend on where you are. Pick your country to go on. Africa: Egypt, Kenya, Morocco, Nigeria, South Africa. Americas: Argentina, Brazil, Canada, Chile, Colombia, Mexico, United States. Asia and Pacific: Australia, India, Indonesia, Japan, Korea, Malaysia, New Zealand, Philippines, Singapore, Thailand, Vietnam. Europe: Austria, Belgium, Czechia, Denmark, Finland, France, Germany, Greece, Hungary, Ireland, Italy, Netherlands, Norway, Poland, Portugal, Romania, Spain, Sweden, Switzerland, United Kingdom. Middle East: Bahrain, Jordan, Kuwait, Oman, Qatar, Saudi Arabia, United Arab Emirates.',
    ],
    nl: [
      'Kies je taal en land',
      'Het lijkt erop dat je ons vanuit een ander land bezoekt. Ga naar de winkel voor jouw land voor de juiste prijzen en levertijden, of blijf hier.',
    ],
    vi: [
      'Chọn khu vực của bạn',
      'Vui lòng chọn tỉnh hoặc thành phố để xem giá và hàng còn tại cửa hàng gần bạn.',
    ],
  },
  terms: {
    en: [
      'Before you use the catalogue',
      'The records are made available under conditions that each visitor has to accept once. You may search, read and print single records for your own study. You may not copy substantial parts, pass them on, put them into another database or use them to train a program, and you name the library whenever you quote. The library does its best to keep the records right but answers for no loss that follows from a mistake in them. Personal names in old registers may be subject to further rules; ask the reading room if in doubt. By pressing the button you confirm that you have read and understood this.',
      'I accept. I do not accept.',
    ],
    el: [
      'Όροι χρήσης',
      'Για να συνεχίσετε πρέπει να αποδεχθείτε τους νέους όρους χρήσης της υπηρεσίας. Άλλαξαν τα σημεία που αφορούν τη διατήρηση των δεδομένων και τη διαδικασία ενστάσεων. Αποδέχομαι. Θα το δω αργότερα.',
    ],
    fi: [
      'Päivitetyt käyttöehdot',
      'Olemme muuttaneet ehtojamme. Lue ne ja hyväksy ennen kuin jatkat. Jos et hyväksy ehtoja, voit ladata tietosi ja poistaa tilisi.',
    ],
  },
  gone: {
    en: [
      'This listing has ended',
      'The seller has taken it down, or it has been sold. See similar ones below.',
    ],
    cs: [
      'Zboží už není v nabídce',
      'Produkt, který hledáte, jsme přestali prodávat. Podívejte se na podobné výrobky, nebo si nechte poslat zprávu, kdyby se znovu objevil.',
    ],
    tl: [
      'Wala na ang pahinang ito',
      'Tinanggal na ng may-akda ang nilalaman o hindi na ito bukas sa publiko. Subukang maghanap ng iba pang paksa o bumalik sa simula.',
    ],
    ko: ['판매가 종료된 상품입니다', '다른 상품을 둘러보시려면 첫 화면으로 이동해 주세요.'],
  },
  parked: {
    en: [
      'This domain may be for sale',
      'The registrant has asked us to take offers. Tell us who you are and what you would pay; we speak all major currencies and hold the money until the name is yours. Related: flights, pensions, roofing, hearing aids.',
    ],
    it: [
      'Sito in allestimento',
      'Il dominio è stato registrato da un nostro cliente ed è parcheggiato sui nostri server. Per attivare lo spazio web accedi al pannello di controllo.',
    ],
    ja: [
      'このドメインは取得済みです',
      'お客様によって取得されたドメインですが、まだウェブサイトは公開されていません。ドメインの取得からサーバーの契約まで、まとめてお手続きいただけます。',
    ],
    hi: ['यह डोमेन बिकाऊ है', 'इस नाम को ख़रीदने के लिए अपना प्रस्ताव भेजें। भुगतान पूरी तरह सुरक्षित है।'],
    pl: [
      'Domena utrzymywana na naszych serwerach',
      'Pod tym adresem nie ma jeszcze strony. Właściciel może ją utworzyć w kreatorze lub przekierować domenę w panelu. Zobacz też: hosting, certyfikaty, poczta firmowa.',
    ],
  },
  suspended: {
    en: [
      'Site not available',
      'This website has been switched off by its host because it used more than its share of the machine, broke the rules, or was not paid for. The owner knows which, and finds the way back in the letter we sent.',
    ],
    tr: ['Hesap askıya alındı', 'Bu hesabın barındırma hizmeti durdurulmuştur.'],
    vi: [
      'Trang web tạm ngưng hoạt động',
      'Tên miền này chưa gia hạn dịch vụ lưu trữ hoặc vi phạm quy định sử dụng. Quý khách vui lòng liên hệ bộ phận kinh doanh để được hướng dẫn. Dữ liệu sẽ được giữ thêm mười lăm ngày kể từ ngày hết hạn.',
    ],
    ru: [
      'Работа сайта приостановлена',
      'Хостинг заблокировал этот сайт. Владельцу следует войти в панель управления и проверить уведомления.',
    ],
  },
};

/** Every wording of the fifth group; all are held out. */
export const fifthWordings: readonly Wording[] = wordingsOf(texts);

/** A message as one page shows it: with the number of the request, the address of the visitor, the hour and what was asked for. */
export function numbered(wording: Wording, url: string, number: number): Wording {
  const values: Readonly<Record<string, string>> = {
    id: ((number * 2_654_435_761 + 40_503) % 4_294_967_296).toString(16).padStart(8, '0'),
    ip: `${['203.0.113', '198.51.100', '192.0.2'][number % 3]}.${1 + ((number * 37) % 254)}`,
    time: `2026-0${1 + (number % 9)}-${10 + (number % 19)} ${10 + (number % 14)}:${10 + ((number * 7) % 50)}:${10 + ((number * 13) % 50)} UTC`,
    path: new URL(url).pathname,
    n: String(20 + ((number * 17) % 280)),
  };
  return filledWith(values, wording);
}
