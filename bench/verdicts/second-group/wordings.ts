import { type TextsByLanguage, type Wording, wordingsOf } from '../wordings.ts';

/**
 * Messages that sites show instead of pages, in kinds, languages and words that the first group does not have.
 * Written in our own words, without knowledge of how walls are recognised.
 */
const texts: Readonly<Record<string, TextsByLanguage>> = {
  'age gate': {
    en: [
      'Are you of legal drinking age?',
      'You must be old enough to buy alcohol where you live before we can let you in. Please give the year in which you were born. We do not keep it.',
    ],
    fi: [
      'Ikäraja 18 vuotta',
      'Tämän sivuston sisältö on tarkoitettu vain täysi-ikäisille. Vahvista, että olet täyttänyt kahdeksantoista vuotta. Kyllä, olen täysi-ikäinen. En, vie minut pois.',
    ],
    el: [
      'Επιβεβαίωση ηλικίας',
      'Για να δείτε το περιεχόμενο πρέπει να έχετε συμπληρώσει το δέκατο όγδοο έτος της ηλικίας σας. Πατώντας «Είσοδος» δηλώνετε υπεύθυνα ότι είστε ενήλικος και ότι επιτρέπεται η προβολή τέτοιου υλικού στη χώρα σας.',
    ],
  },
  captcha: {
    en: [
      'One more step',
      'We have noticed unusual traffic from your network. Tick the box to show that you are not a robot, and you will be taken to where you were going. This check runs by itself and takes a few seconds.',
    ],
    tr: [
      'Güvenlik doğrulaması',
      'Bağlantınızın güvenliği gözden geçiriliyor. Devam etmeden önce insan olduğunuzu doğrulamamız gerekiyor. Bu işlem birkaç saniye sürebilir; tarayıcınızda çerezlerin ve betiklerin açık olduğundan emin olun.',
    ],
    vi: [
      'Xác minh bạn là con người',
      'Hệ thống đang kiểm tra kết nối của bạn trước khi tiếp tục. Vui lòng bật cookie và JavaScript rồi tải lại trang. Nếu bạn vẫn thấy thông báo này, hãy liên hệ với quản trị viên.',
    ],
  },
  'rate limit': {
    en: [
      'Slow down, please',
      'You have sent more requests than we can answer in a minute. Wait a little before you try again. Programs should use the interface that we offer for them, which allows sixty calls a minute and tells when the next one may be made.',
    ],
    ko: [
      '요청이 너무 많습니다',
      '짧은 시간 동안 너무 많은 요청이 감지되어 접속이 일시적으로 제한되었습니다. 잠시 후 다시 시도해 주시기 바랍니다. 문제가 계속되면 고객센터로 문의해 주십시오.',
    ],
    pl: [
      'Zbyt wiele zapytań',
      'Z Twojego adresu przyszło w ostatniej chwili więcej zapytań, niż dopuszcza regulamin serwisu. Odczekaj minutę i odśwież stronę. Jeżeli korzystasz ze wspólnej sieci, ograniczenie mógł wywołać ktoś inny.',
    ],
  },
  maintenance: {
    en: [
      'Back soon',
      'Our workshop is closed for a few hours while we move to new machines. Nothing that you saved will be lost. Follow us elsewhere to hear when the doors open again.',
    ],
    ar: [
      'الموقع قيد الصيانة',
      'نعمل حاليا على تحديث الموقع لنقدم لكم خدمة أفضل. سنعود قريبا إن شاء الله. نعتذر عن أي إزعاج ونشكركم على صبركم وثقتكم بنا.',
    ],
    hi: [
      'रखरखाव का काम चल रहा है',
      'हमारी वेबसाइट पर इस समय रखरखाव का काम चल रहा है, इसलिए सेवाएँ कुछ समय के लिए बंद हैं। असुविधा के लिए हमें खेद है। कृपया थोड़ी देर बाद फिर से प्रयास करें।',
    ],
  },
  blocked: {
    en: [
      'Not available where you are',
      'Because of the rights that we hold, what you asked for can be shown in some countries only, and yours is not among them. If you think that we are mistaken about where you are, turn off any proxy and try once more.',
    ],
    pt: [
      'Acesso negado',
      'O seu endereço foi bloqueado pelo nosso sistema de proteção. Isso pode ter acontecido porque a sua solicitação continha uma expressão ou um comando que consideramos suspeito. Escreva ao dono do site e diga o que fazia quando esta mensagem apareceu.',
    ],
    ar: [
      'تم حظر الوصول',
      'ليس لديك إذن للوصول إلى هذا المورد على الخادم. إذا كنت تعتقد أن هذا خطأ فيرجى الاتصال بمسؤول النظام وإرسال رقم المرجع الظاهر أدناه.',
    ],
  },
  subscribe: {
    en: [
      'Keep reading with a trial',
      'This story is for those who pay for our work. Try it for six weeks, read without limits on every device, and give five stories a month to friends. You can stop whenever you like. Already with us? Tell us your address and we will send you a link.',
    ],
    fi: [
      'Tämä juttu on tilaajille',
      'Jatka lukemista tilaamalla digi. Ensimmäinen kuukausi maksaa euron, minkä jälkeen tilaus jatkuu voimassa olevaan hintaan, kunnes irtisanot sen. Oletko jo tilaaja? Kirjaudu sisään tunnuksillasi.',
    ],
    ko: [
      '회원 전용 콘텐츠입니다',
      '이 기사는 구독 회원만 읽으실 수 있습니다. 로그인하시거나 구독을 신청해 주세요. 첫 달은 무료이며 언제든지 해지하실 수 있습니다.',
    ],
  },
  login: {
    tr: [
      'Üye girişi',
      'Bu bölümü görüntüleyebilmek için giriş yapmanız gerekir. Kullanıcı adı. Parola. Beni hatırla. Parolamı unuttum. Hesabınız yok mu? Hemen kaydolun.',
    ],
    hi: [
      'लॉग इन करें',
      'आगे बढ़ने के लिए अपने खाते में प्रवेश करें। मोबाइल नंबर या ईमेल। पासवर्ड। पासवर्ड भूल गए? नया खाता बनाएँ।',
    ],
    vi: [
      'Đăng nhập',
      'Bạn cần đăng nhập để xem nội dung này. Tên đăng nhập. Mật khẩu. Ghi nhớ đăng nhập. Quên mật khẩu? Chưa có tài khoản? Đăng ký ngay.',
    ],
  },
  cookies: {
    el: [
      'Η ιδιωτικότητά σας',
      'Εμείς και οι συνεργάτες μας αποθηκεύουμε πληροφορίες στη συσκευή σας και επεξεργαζόμαστε δεδομένα, όπως μοναδικά αναγνωριστικά, για εξατομικευμένες διαφημίσεις, μέτρηση του κοινού και ανάπτυξη προϊόντων. Μπορείτε να συμφωνήσετε, να αρνηθείτε ή να αλλάξετε τις προτιμήσεις σας οποιαδήποτε στιγμή.',
    ],
    pl: [
      'Zanim wejdziesz dalej',
      'Potrzebujemy Twojej zgody na zapisywanie plików w przeglądarce. Dzięki nim pamiętamy Twoje ustawienia i wiemy, co czytasz najchętniej. Zgodę cofniesz w każdej chwili w stopce. Zgadzam się. Tylko niezbędne. Więcej możliwości.',
    ],
    pt: [
      'Valorizamos a sua privacidade',
      'Guardamos e acedemos a informações no seu dispositivo para lhe mostrar anúncios e conteúdos ajustados ao seu perfil e para medir o desempenho de ambos. Os nossos parceiros podem tratar os seus dados com base no interesse legítimo, a que se pode opor. Aceitar tudo. Recusar. Ver parceiros.',
    ],
  },
  'not found': {
    en: [
      'This trail goes cold',
      'There used to be something at the end of this link, or there never was. Have a look at the start page, or tell us what you were after and we will point the way.',
    ],
    tr: [
      'Aradığınız sayfa bulunamadı',
      'Ulaşmaya çalıştığınız sayfa kaldırılmış, adı değiştirilmiş ya da geçici olarak kullanılamıyor olabilir. Ana sayfaya dönebilir veya arama kutusunu kullanabilirsiniz.',
    ],
    el: ['Η σελίδα δεν υπάρχει', 'Ο σύνδεσμος που ακολουθήσατε είναι λανθασμένος ή η σελίδα έχει διαγραφεί.'],
    ar: ['الصفحة غير موجودة', 'عذرا، الصفحة التي تبحث عنها غير متوفرة أو تم نقلها إلى عنوان آخر.'],
  },
  'server default': {
    en: [
      'It works, but nothing has been put here yet',
      'The web server software is running on this machine, but its owner has not added any content. If you are a visitor, come back later. If you run this machine, replace the file that you see now and read the manual that came with the package.',
    ],
    vi: [
      'Máy chủ đã sẵn sàng',
      'Nếu bạn nhìn thấy trang này thì máy chủ web đã được cài đặt thành công. Chủ sở hữu chưa tải nội dung lên. Hãy thay thế tập tin mặc định trong thư mục gốc để bắt đầu.',
    ],
    hi: [
      'बधाई हो, सर्वर चालू है',
      'यह पृष्ठ बताता है कि वेब सर्वर सही ढंग से स्थापित हो गया है। अभी यहाँ कोई सामग्री नहीं रखी गई है। इसे बदलने के लिए अपनी फ़ाइलें मुख्य निर्देशिका में डालें।',
    ],
  },
  parked: {
    en: [
      'Make it yours',
      'Someone got here first, but may let go for the right sum. Tell us what it is worth to you and we pass it on within a working day. All offers are in confidence and bind nobody until both sides have signed.',
    ],
    tr: [
      'Bu alan adı satılıktır',
      'Alan adını hemen satın alabilir ya da teklif verebilirsiniz. Ödemeniz, devir tamamlanana kadar güvence altındadır. İlgili aramalar: sigorta, tatil, kredi, araba kiralama.',
    ],
    ko: [
      '도메인 판매 중',
      '이 도메인은 현재 판매 중입니다. 구매를 원하시면 아래 양식으로 가격을 제안해 주세요. 중개 수수료는 없으며 거래는 안전하게 보호됩니다.',
    ],
    fi: [
      'Verkkotunnus on varattu',
      'Tämä verkkotunnus on rekisteröity asiakkaamme käyttöön, mutta sivuja ei ole vielä julkaistu. Katso vapaat nimet ja tilaa oma tunnuksesi muutamassa minuutissa.',
    ],
  },
  suspended: {
    en: [
      'Account on hold',
      'The hosting of this site has been put on hold. Visitors can do nothing about it. Its owner has been sent a letter with the reason and may call our billing desk on working days.',
    ],
    pl: [
      'Usługa zablokowana',
      'Dostęp do tej strony został wstrzymany przez dostawcę hostingu. Jeśli jesteś właścicielem, sprawdź w panelu klienta, czy wszystkie faktury są opłacone, a następnie odblokuj usługę.',
    ],
    el: [
      'Ο λογαριασμός έχει ανασταλεί',
      'Η φιλοξενία αυτού του ιστότοπου έληξε και δεν ανανεώθηκε. Ο ιδιοκτήτης μπορεί να επικοινωνήσει με το τμήμα εξυπηρέτησης πελατών για να τον ενεργοποιήσει ξανά.',
    ],
    vi: [
      'Tên miền đã hết hạn',
      'Tên miền này đã hết hạn đăng ký và đang chờ gia hạn. Chủ sở hữu vui lòng thanh toán trong vòng ba mươi ngày để tránh bị thu hồi.',
    ],
  },
};

/** Every wording of the second group; all were held out until its pages were read. */
export const secondWordings: readonly Wording[] = wordingsOf(texts);
