/** Messages that sites show instead of the requested page, in our own words. Each is repeated to some length. */
export const walls: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Before we go on',
    text: 'Together with our partners we store information on your device and read it again. This lets us measure how our offer is used and show what fits you. You decide which purposes you allow. A choice can be changed at any time at the bottom of the page. Choose all, or choose one by one in the settings below.',
  },
  {
    title: 'Deine Auswahl',
    text: 'Wir und unsere Partner speichern Angaben auf deinem Gerät und lesen sie wieder aus. So messen wir, wie unser Angebot genutzt wird, und zeigen, was zu dir passt. Du bestimmst, welchen Zwecken du zustimmst. Deine Wahl kannst du jederzeit am Ende der Seite ändern. Wähle alles, oder einzeln in den Einstellungen.',
  },
  {
    title: 'Vos choix',
    text: 'Avec nos partenaires, nous enregistrons des informations sur votre appareil et nous les relisons. Cela nous permet de mesurer la fréquentation et de proposer des contenus adaptés. Vous décidez des usages que vous acceptez. Ce choix peut être modifié à tout moment en bas de la page, en une fois ou un par un.',
  },
  {
    title: 'Tu elección',
    text: 'Junto con nuestros socios guardamos información en tu dispositivo y la leemos después. Así medimos cómo se usa el sitio y mostramos lo que te interesa. Tú decides qué usos permites. Puedes cambiar de opinión cuando quieras al final de la página, de una vez o uno por uno.',
  },
  {
    title: 'Le tue preferenze',
    text: 'Insieme ai nostri partner salviamo informazioni sul tuo dispositivo e le leggiamo in seguito. In questo modo misuriamo le visite e mostriamo contenuti adatti. Decidi tu quali usi consentire. La scelta si può cambiare in ogni momento in fondo alla pagina, tutta insieme o voce per voce.',
  },
  {
    title: 'Jouw keuze',
    text: 'Samen met onze partners bewaren wij gegevens op je apparaat en lezen ze later weer uit. Zo meten we het gebruik en tonen we wat bij je past. Jij bepaalt welke doelen je toestaat. Je keuze kun je altijd onderaan de bladzijde wijzigen, in een keer of stuk voor stuk.',
  },
  {
    title: 'Something went wrong on our side',
    text: 'The server could not put this together just now. Our people have been told and are looking into it. You may try again in a few minutes, or go back to where you came from. If it happens again, tell us the number below and the time, so that we find it faster in our records.',
  },
  {
    title: 'Coś poszło nie tak',
    text: 'Serwer nie mógł teraz przygotować tej strony. Nasz zespół już o tym wie i szuka przyczyny. Spróbuj ponownie za kilka minut albo wróć tam, skąd przyszedłeś. Jeśli błąd się powtórzy, podaj nam numer poniżej oraz godzinę, abyśmy szybciej znaleźli go w zapisach.',
  },
  {
    title: 'Members only',
    text: 'What you asked for is kept for those who support us. It takes two minutes to join, and the first month is free. If you are a member, tell us who you are with the address that you gave us then, and you will be brought back here. We never pass your address on to anybody.',
  },
  {
    title: 'This name is for sale',
    text: 'The owner of this name offers it. Many names of this kind have found a new home within weeks. Make an offer, or pay in parts over a year. The transfer is done for you within a day, by people who have done it many thousand times. Ask us about the price, it costs nothing.',
  },
];
