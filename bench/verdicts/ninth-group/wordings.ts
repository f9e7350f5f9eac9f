import { filledWith, type Wording, wordingsOfLines } from '../wordings.ts';

/**
 * What sites of records show in place of pages, in twenty-one kinds and seventeen languages; in words of our own, written without
 * knowledge of how walls are known. A line has a language, a title and paragraphs. What stands in braces differs from page to page:
 * see `numbered`.
 */
const lines: Readonly<Record<string, string>> = {
  consent: `
en | A word about cookies before you browse | This catalogue and the firms that help us run it keep small files in your browser. Some are needed for the basket; others tell us which records are read. | Agree to all. Only what is needed. Let me decide.
en-GB | Your choices about data | Before showing the record we must ask: may we and others read information on your device to pick advertisements? | Others: {n} firms. Consent lasts thirteen months and can be withdrawn in the footer.
cs | Souhlas s ukládáním dat | Než vám záznam zobrazíme, potřebujeme vědět, zda smíme ve vašem prohlížeči ukládat údaje o návštěvě. | Povoluji vše. Pouze nezbytné. Chci si vybrat.
hu | Sütik kezelése | A nyilvántartás megtekintéséhez döntse el, milyen sütiket engedélyez. A működéshez szükségesek nem kapcsolhatók ki. | Mindet engedélyezem. Elutasítom. Részletek.
pl | Zanim pokażemy katalog | My i nasi partnerzy chcielibyśmy zapisać w Twojej przeglądarce dane o tym, które części oglądasz. Bez Twojej zgody użyjemy tylko tych niezbędnych. | Zgadzam się. Odmawiam. Wybieram sam.
he | הגדרות פרטיות | אנחנו ושותפינו מבקשים לשמור מידע בדפדפן שלך כדי למדוד את השימוש בקטלוג. אפשר לשנות את הבחירה בכל עת. | אישור הכול. דחייה. התאמה אישית.
ca | Abans de veure l’agenda | Fem servir galetes pròpies i d’altri per saber quins actes interessen més. Pots acceptar-les, rebutjar-les o triar-les d’una en una.`,
  login: `
en | Members' area: please identify yourself | Full records are open to registered readers. Enter the number on your card and your PIN. | Forgotten PIN? Ask at any desk.
en-GB | Log on with your organisation | Find your school or employer in the list. We send you to its own form and then back here. | Reference of this request: {id}.
fi | Tunnistaudu jatkaaksesi | Pysäkin tarkemmat tiedot näkyvät vain kirjautuneille käyttäjille. Voit tunnistautua pankkitunnuksilla tai mobiilivarmenteella.
uk | Увійдіть, щоб побачити матеріал | План уроку доступний лише зареєстрованим учителям. Реєстрація безкоштовна й триває хвилину. | Увійти через «Дія». Увійти поштою.
ko | 회원 전용 레시피입니다 | 로그인하시면 전체 조리법과 재료 분량을 보실 수 있습니다. 아직 회원이 아니신가요? 무료로 가입하세요.
hi | आगे बढ़ने के लिए लॉग इन करें | रिक्ति का पूरा विवरण देखने के लिए अपने मोबाइल नंबर से लॉग इन करें। हम आपको एक ओटीपी भेजेंगे।
zh | 请先登录会员账号 | 新闻稿全文仅对注册媒体开放。请输入手机号码获取验证码，或使用企业账号登录。`,
  'bot check': `
en | Tick first, please | Tick the box so that we know a person is reading. Programs may use our interface for data instead. | Check {id}
en-GB | Checking the line between you and us | Our shield looks at your browser; nothing is needed from you. The page opens by itself. | Node 7, request {id}, from {ip}.
vi | Xác minh bạn không phải là robot | Hệ thống phát hiện lưu lượng bất thường từ mạng của bạn. Vui lòng nhập các ký tự trong hình để tiếp tục. | Mã yêu cầu: {id}
es | Comprobación de seguridad | Estamos comprobando que tu conexión es segura. En unos segundos seguirás con el episodio. | Identificador {id}
ja | 画像認証のお願い | 自動アクセスを防ぐため、下の画像に表示された文字を入力してください。入力後、所蔵品のページへ進みます。
th | กรุณายืนยันว่าคุณไม่ใช่หุ่นยนต์ | ระบบตรวจพบการเรียกดูตารางเวลาผิดปกติจากเครือข่ายของคุณ โปรดทำเครื่องหมายในช่องด้านล่างเพื่อดำเนินการต่อ`,
  paywall: `
en | This filing is for subscribers | You have opened the three documents that are free this month. A day pass costs four dollars; firms pay by the seat. | Start a trial. I have an account.
en-GB | Enjoy this and everything else we publish | Become a supporter for two pounds a month to read on. Supporters also get the letter on Fridays.
no | Denne målingen er for abonnenter | Få tilgang til alle stasjoner og historiske data for 49 kroner i måneden. Du kan si opp når du vil. | Allerede kunde? Logg inn.
es | Contenido para suscriptores | Este episodio forma parte del canal de pago. Suscríbete por 3,99 euros al mes y escucha sin anuncios.
cs | Přečtěte si zbytek s předplatným | Popis rostliny je součástí placené části herbáře. Předplatné stojí 79 korun měsíčně a lze je kdykoli zrušit.
zh | 本文为付费内容 | 开通会员后可阅读全文，并可下载公告附件。首月仅需九元，随时可以取消。`,
  'geo-block': `
en | Outside of the area of our licence | We hold the rights to show this only in some countries, and you seem to be in none of them. | Address seen: {ip}
en-GB | This listing cannot be viewed from where you are | Our agents may deal only with readers in the United Kingdom. Using a proxy does not change this.
ar | هذه الصفحة غير متاحة في منطقتك | نعتذر، لا يمكن عرض أسعار هذا الفندق في البلد الذي تتصفح منه. إذا كنت تستخدم شبكة افتراضية فأوقفها ثم أعد المحاولة.
hu | Az Ön országából nem érhető el | Jogi okok miatt ezt az oldalt csak magyarországi címről lehet megnyitni. | Az Ön címe: {ip}
th | เนื้อหานี้ไม่เปิดให้บริการในประเทศของคุณ | ด้วยข้อจำกัดด้านลิขสิทธิ์ หน้านี้เปิดได้จากภายในประเทศไทยเท่านั้น
ca | Contingut restringit geogràficament | No tenim els drets per mostrar aquest acte fora de Catalunya, Andorra i les Illes Balears.`,
  'age check': `
en | Adults only past this door | The objects behind this page show violence or nakedness. Tell us the year in which you were born. | We do not keep the answer.
en-GB | Are you over eighteen? | The law asks us to make sure. Use a bank card, a photograph of your face or your telephone company.
cs | Potvrďte svůj věk | Na dalších stránkách jsou jedovaté a omamné rostliny. Vstupem potvrzujete, že vám je alespoň osmnáct let. | Ano, vstoupit. Ne, odejít.
ko | 만 19세 이상만 볼 수 있습니다 | 주류가 들어가는 조리법입니다. 성인 인증을 마친 회원만 이용하실 수 있습니다.
pl | Potwierdź, że masz ukończone 18 lat | Ta część oferty obejmuje wyroby, których sprzedaż osobom niepełnoletnim jest zabroniona.
ja | 年齢の確認 | この所蔵品の画像には刺激の強い表現が含まれています。十八歳以上の方のみご覧いただけます。`,
  maintenance: `
en | The catalogue is asleep | Every night between two and four we rebuild the index. Records open again after that. | It is now {time}.
en-GB | Back on Monday | Moving our servers takes longer than we thought. Telephone lines are open as usual.
fi | Huoltokatko | Aikataulupalvelua päivitetään parhaillaan. Palvelu avautuu uudelleen viimeistään aamukuudelta. Pahoittelemme häiriötä.
no | Vi er straks tilbake | Nettsiden oppgraderes akkurat nå. Målingene blir fortsatt lagret, og alt kommer tilbake når vi er ferdige.
he | הקטלוג סגור לזמן קצר | הקטלוג אינו זמין כעת עקב עבודות שדרוג מתוכננות. השירות יחזור לפעול בשעות הבוקר.
vi | Hệ thống đang bảo trì | Chúng tôi đang nâng cấp máy chủ để phục vụ bạn tốt hơn. Mong bạn quay lại sau ít phút nữa.
hi | साइट का रखरखाव जारी है | हम सेवा को बेहतर बना रहे हैं। कृपया कुछ समय बाद फिर आएं। आपके आवेदन सुरक्षित हैं।`,
  'rate limit': `
en | Slow down a little | From your address came more look-ups than one person makes. | Counted for {ip}; the counter goes back to zero in {n} seconds.
en-GB | Daily allowance used up | Guests may open forty records a day. Yours are spent until midnight; readers with a card have no limit.
ar | عدد كبير من الطلبات | لقد تجاوزت العدد المسموح به من عمليات البحث. | يرجى الانتظار {n} ثانية ثم المحاولة مرة أخرى.
uk | Забагато запитів | З вашої адреси надійшло забагато звернень. Зачекайте кілька хвилин і оновіть сторінку. | Адреса: {ip}
ja | 検索の回数が上限に達しました | 短い時間に多くの検索が行われたため、一時的に表示を制限しています。しばらくしてからもう一度お試しください。
pl | Limit na dziś wyczerpany | Przekroczono dzienny limit wyświetleń kart części. Limit odnawia się o północy. | Zapytanie {id}`,
  'not found': `
en | No record under this number | It may have been merged with another or typed wrongly. Start again from the search page. | What you typed: {path}
en-GB | Well, that is odd | We turned every drawer and there is nothing under this address. Perhaps the link was old.
fi | Pysäkkiä tai sivua ei löydy | Osoite on vanhentunut tai siinä on kirjoitusvirhe. Palaa etusivulle ja hae pysäkin nimellä.
ar | عذرًا، لم نعثر على ما تبحث عنه | ربما نُقلت الصفحة أو حُذفت أو أن العنوان مكتوب بشكل غير صحيح. | العنوان المطلوب: {path}
zh | 您访问的页面不存在 | 可能是网址输入有误，或者该稿件已经移至历史栏目。系统将带您返回首页。
hu | Ilyen oldalunk nincs | Lehet, hogy az oldalt áthelyezték, vagy hibás a megadott cím. Próbálja meg a keresőt.
cs | Tady nic neroste | Stránka, kterou hledáte, tu není. Možná byla přesazena jinam, nebo je v adrese překlep.
ko | 요청하신 페이지를 찾을 수 없습니다 | 주소가 바뀌었거나 삭제되었을 수 있습니다. 입력하신 주소를 다시 확인해 주세요.
hi | यह पृष्ठ नहीं मिला | हो सकता है कि लिंक पुराना हो या पता गलत लिखा गया हो। मुख्य पृष्ठ पर जाकर फिर से खोजें।
uk | Такого плану уроку в нас немає | Перевірте адресу або скористайтеся пошуком за класом і темою.
he | הרשומה לא נמצאה | ייתכן שהקישור אינו תקין או שהרשומה הוסרה. נסו לחפש לפי כותר או לפי מחבר.
th | เราหาหน้านี้ไม่เจอ | หน้านี้อาจถูกย้ายหรือลบไปแล้ว กรุณาตรวจสอบที่อยู่หรือค้นหาเส้นทางอีกครั้ง
pl | Pod tym adresem nic nie ma | Adres jest nieaktualny lub zawiera literówkę. Wpisz numer części w wyszukiwarkę u góry.
no | Her var det tomt | Siden du leter etter, finnes ikke eller har fått en ny adresse. Søk etter stasjonens navn eller nummer.
es | Aquí no suena nada | El enlace está roto o el episodio cambió de dirección. Prueba a buscarlo por su título.
ja | ページが見つかりませんでした | お探しのページは移動したか、削除された可能性があります。資料番号をご確認のうえ、検索し直してください。
vi | Không tìm thấy trang bạn yêu cầu | Đường dẫn có thể đã thay đổi hoặc không còn tồn tại. Hãy quay về trang chủ để tìm kiếm bất động sản khác.
ca | No hem trobat aquesta pàgina | Potser l’acte ja s’ha acabat o l’adreça no és correcta. Torna a l’agenda o fes una cerca.`,
  'no entries': `
en | Your search found nothing | Use fewer words, another spelling, or take off the limits on years. | Often looked for: {first}, {second}, {third}.
en-GB | Nothing on this list so far | As soon as something is entered, it will stand here.
fi | Ei lähtöjä valitulle ajalle | Valitse toinen päivä tai tarkista, onko pysäkki käytössä.
zh | 没有找到符合条件的内容 | 请更换关键词，或放宽时间范围后重新检索。
no | Ingen treff | Prøv et annet stedsnavn, eller velg en lengre periode. | Andre har søkt etter {first} og {second}.
th | ไม่พบเที่ยวรถตามเงื่อนไขที่เลือก | ลองเปลี่ยนวันเดินทางหรือเลือกสถานีใกล้เคียง
vi | Chưa có tin đăng phù hợp | Hãy thử mở rộng khu vực, khoảng giá hoặc bỏ bớt bộ lọc.`,
  withdrawn: `
en | This entry has been withdrawn | Whoever entered it has taken it back, or it was found to be a double of another. | Withdrawn on {time}
en-GB | The position has been filled | Thank you for your interest. Set an alert and we will write when a similar one opens.
ar | لم يعد هذا العرض متاحًا | انتهت فترة الحجز أو أوقف الفندق استقبال النزلاء. يمكنك الاطلاع على فنادق أخرى في المدينة نفسها.
hi | यह रिक्ति बंद हो चुकी है | आवेदन की अंतिम तिथि निकल गई है। मिलती-जुलती नौकरियों की सूचना पाने के लिए अलर्ट बनाएं।
uk | Матеріал знято з публікації | Автор прибрав цей план або замінив його новим виданням.
pl | Produkt wycofany z oferty | Producent zakończył wytwarzanie tej części. Sprawdź zamienniki lub zapytaj w serwisie. | Poszukiwane: {first}, {second}.
vi | Tin đăng đã hết hạn | Chủ nhà đã gỡ tin hoặc căn nhà đã được bán. Mời bạn xem các tin tương tự trong khu vực.
ca | Aquest acte s’ha cancel·lat | L’organització l’ha anul·lat i retornarà l’import de les entrades en un termini de deu dies.`,
  error: `
en | The database did not answer | We tried three times. Nothing is lost; reload the page in a while. | Fault {id} at {time}
en-GB | Unexpected trouble while drawing this page | A part of the page could not be drawn, and the rest makes no sense without it. | Report number {id}.
hu | Hiba történt a lekérdezés közben | A kiszolgáló jelenleg nem tudja összeállítani az oldalt. Munkatársainkat értesítettük. | Hibakód: {id}
ko | 화면을 불러오지 못했습니다 | 서비스 이용에 불편을 드려 죄송합니다. 잠시 후 다시 접속해 주시기 바랍니다. | 문의 시 번호: {id}
ja | システムエラーが発生しました | データベースに接続できませんでした。時間をおいて再度アクセスしてください。
es | Algo ha fallado en nuestro lado | No hemos podido cargar esta página. Ya lo estamos mirando; vuelve a intentarlo en un rato.
he | שגיאה בלתי צפויה | לא הצלחנו להציג את הרשומה. אנא נסו שוב בעוד מספר דקות. | מספר תקלה: {id}`,
  'session over': `
en | Your search has run out | Result lists are kept for twenty minutes and yours is older. Please search again.
en-GB | Time is up | You were away for a while, so we closed your form. Nothing was booked and nothing was charged.
ar | انتهت مهلة الجلسة | لم يُسجَّل أي نشاط منذ فترة، ولذلك أُلغي البحث. ابدأ من جديد باختيار تاريخ الوصول والمغادرة.
cs | Platnost vyhledávání vypršela | Výsledky držíme jen dvacet minut. Zadejte prosím dotaz znovu.
th | หมดเวลาการใช้งาน | เพื่อความปลอดภัย ระบบได้ยุติการทำรายการของคุณแล้ว กรุณาเริ่มค้นหาใหม่อีกครั้ง`,
  terms: `
en | Terms of use of the database | The data are given as they are. You may copy single records, but not the whole, and you name the source. | I have read this and agree. Take me back.
en-GB | Before you search the register | Whoever searches for another person commits an offence unless the purpose is lawful. State your purpose.
hu | Felhasználási feltételek | A szavazási adatok tájékoztató jellegűek, hivatalos célra nem használhatók. Kérjük, fogadja el a feltételeket a folytatáshoz.
uk | Умови користування | Матеріали можна використовувати на уроках, але не продавати. Щоб продовжити, підтвердьте, що ви згодні.
ja | 利用規約への同意 | 画像の複製や転載には許可が必要です。規約をお読みのうえ、同意して閲覧へ進んでください。`,
  professionals: `
en | For those who work with patients | What follows is meant for doctors, nurses and pharmacists. Say which you are, or go to the pages for the public.
en-GB | Trade customers only | We sell to workshops and dealers. Prices and drawings are shown once your firm has been checked.
pl | Strefa dla warsztatów | Schematy i ceny hurtowe widzą tylko zweryfikowane firmy. Podaj NIP, a odpowiemy w ciągu jednego dnia.
ko | 교육자 인증이 필요합니다 | 이 자료는 전문 조리사 과정 수강생에게만 제공됩니다. 수강 번호를 입력해 주세요.`,
  embargo: `
en | Held back until the hour of release | Journalists with a key can read it now. Everybody else can from nine in the morning.
en-GB | Sealed by order of the court | The document is not open to the public. Parties may ask the clerk for leave to read it. | Asked for at {time}
zh | 稿件尚未到发布时间 | 根据发布方的要求，该内容将于指定时间解禁。媒体如需提前查阅，请联系新闻部。
es | Este episodio aún no se ha estrenado | Quienes apoyan el programa lo escuchan tres días antes. El resto, el jueves por la mañana.`,
  'choose branch': `
en | Which branch do you use? | Holdings, opening hours and loans depend on it. | Central. Harbour. University. East End. All branches.
en-GB | Pick your region to go on | Timetables, fares and news are not the same everywhere. Remember my region on this device.
no | Velg fylke | Værdata og varsler vises for fylket du velger. Valget huskes til neste gang.
hi | अपना राज्य चुनें | भर्ती के नियम और आरक्षण हर राज्य में अलग हैं। सही जानकारी के लिए पहले राज्य चुनें।
ca | Tria el teu municipi | Et mostrarem els actes que es fan a prop de casa. Pots canviar-lo quan vulguis.`,
  'app instead': `
en | Handier on your telephone | Departures, alarms and tickets in one place. Scan the code or go on in the browser.
ko | 앱으로 보면 더 편리해요 | 요리 중에도 화면이 꺼지지 않습니다. 앱을 설치하고 첫 주문 할인까지 받아 보세요.
fi | Avaa sovelluksessa | Saat lähdöt reaaliajassa ja liput puhelimeesi. Sovellus on maksuton. | Avaa. Jatka selaimessa.
zh | 请在客户端中打开 | 为了更好的阅读体验，请下载我们的手机客户端查看完整内容。`,
  'network only': `
en | Only on the premises | For reasons of copyright this item opens on the terminals of the reading room. | Your address: {ip}
en-GB | Your institution does not subscribe to this | Ask your librarian, buy the single item, or log on from another network.
he | הצפייה אפשרית רק באולם הקריאה | מטעמי זכויות יוצרים הפריט נגיש במחשבי הספרייה בלבד. אפשר להזמין העתק סרוק בתשלום.
ja | 館内限定公開 | この資料は当館の端末でのみ閲覧できます。複写をご希望の方はカウンターへお申し出ください。`,
  queue: `
en | Very many want to see this at once | We let people in by the minute. Your turn comes by itself. | Before you: {n}. Ticket {id}.
cs | Jste ve frontě | Zájem o rezervace je mimořádný. Stránku nezavírejte, pustíme vás dál automaticky. | Před vámi čeká {n} lidí.
vi | Bạn đang trong hàng chờ | Số người truy cập đang rất đông. Vui lòng không tải lại trang, bạn sẽ được vào khi đến lượt. | Số thứ tự: {n}`,
  parked: `
en | A site will be here | The name was registered through us a short while ago. Its owner has not yet put anything here.
en-GB | Hosting has ended for this account | The invoice was not paid in time. Files are kept for a month. Owners can renew in the panel. | File number {id}
fi | Tähän tulee verkkosivusto | Tämä osoite on rekisteröity asiakkaallemme, mutta sivuja ei ole vielä julkaistu.
pl | Ten adres szuka właściciela | Zainteresowany? Złóż ofertę właścicielowi, a my zadbamy o bezpieczne przekazanie. | Popularne: {first}, {second}, {third}.
uk | Сайт відключено хостингом | Термін оплати послуг минув. Власник може поновити роботу в особистому кабінеті.
ja | このドメインは現在使用されていません | お名前の登録は済んでいますが、ホームページはまだ公開されていません。
vi | Tên miền đang chờ chủ mới | Để lại lời đề nghị và thông tin liên hệ, chủ sở hữu sẽ phản hồi bạn trong vòng 48 giờ.`,
};

const offers =
  'gable brackets|night buses|plum dumplings|harp lessons|sluice keys|winter barley|rope ladders|star charts|clay pipes|tram depots|goose down|reed organs|lime mortar|moth traps|ice saws|quill pens|bell frames|hop poles|pear cider'.split(
    '|',
  );

/** Every wording of the ninth group; all are held out. */
export const ninthWordings: readonly Wording[] = wordingsOfLines(lines);

/** A message as one page shows it: with what was asked for, who asked and when, and suggestions that differ. */
export function numbered(wording: Wording, url: string, number: number): Wording {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [first, second, third] = [2, 7, 11].map((step) => offers[(number * step + step) % offers.length]);
  const { pathname, search } = new URL(url);
  const values: Readonly<Record<string, string>> = {
    id: `${((number * 3_266_489_917 + 668_265) % 4_294_967_296).toString(36).toUpperCase()}-${(number * 739 + 5003).toString(16)}`,
    ip: `198.51.${(number * 17) % 256}.${1 + ((number * 29) % 254)}`,
    time: `${two((number * 5) % 24)}:${two((number * 13) % 60)}, ${1 + (number % 28)}/11/2026`,
    path: pathname + search,
    n: String(34 + ((number * 89) % 941)),
    first,
    second,
    third,
  };
  return filledWith(values, wording);
}
