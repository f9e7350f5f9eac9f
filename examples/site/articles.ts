/** An article of the example site: written for it, and about a town that does not exist. */
export interface Article {
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  readonly paragraphs: readonly string[];
  /** Whether it has a print version. */
  readonly printable?: boolean;
}

export const lighthouse: Article = {
  slug: 'lighthouse-lamp',
  title: 'The lighthouse lamp comes home',
  author: 'Ines Rowe',
  printable: true,
  paragraphs: [
    'For eleven years the old lamp of the Wender Point lighthouse stood in a crate behind the council offices, wrapped in blankets and forgotten by everyone except the two volunteers who dusted the lid each spring. On Saturday it travelled the last four miles of its journey on the back of a potato trailer, at walking pace, with half of the town behind it.',
    'The lamp is a drum of glass prisms as tall as a man. It was built for oil, altered for paraffin, altered again for electricity, and finally taken out when a small grey box on a pole was found to do the same work for less money. Nobody thought to ask what would become of the glass. A scrap merchant offered forty pounds for the brass and meant to leave the prisms on the quay.',
    'It was the harbour master’s daughter, then sixteen, who wrote to the paper and asked whether anybody minded. It turned out that a great many people did. A collection in the bakery and the chandlery bought the lamp before the end of the month, and the council found it a dry corner on the understanding that it would be moved within the year.',
    'What took so long was the floor. The lantern room had lost its boards to rain, and the oak that replaced them had to be carried up ninety-three steps one plank at a time. The last plank went in during the storm week of February, when the carpenters slept in the tower because the causeway was under water for three days.',
    'The light will not guide any ships. The grey box keeps that duty, and the coastguard asked politely that the two should never be confused. So the lamp is lit from below by a bulb no stronger than a reading light, and turns once a minute on Sunday evenings until ten o’clock. From the beach it looks like somebody walking round and round with a candle, which, as one of the volunteers said, is more or less what it always was.',
  ],
};

export const bakery: Article = {
  slug: 'night-bakery',
  title: 'Three hours before the town wakes',
  author: 'Tomas Illby',
  paragraphs: [
    'At half past two in the morning there is one lit window in Cord Street, and behind it Mara Quill is weighing salt. She does it on the kitchen scale that her grandmother used, because the electronic one beeps and the baby sleeps upstairs. By three the first dough is on the bench, and by the time the milk lorry comes over the bridge she has shaped two hundred rolls without once looking at a clock.',
    'The bakery nearly closed twice. The first time it was the flour, which doubled in price within a season and did not come down again when the newspapers said it should. The second time it was the oven. It had been bricked in when the house was built, and the man who knew how to mend it retired to an island without a telephone.',
    'She mended it herself in the end, lying on her back with a torch in her teeth, using fire clay from the pottery class at the school. The class came to look and stayed to help. They still get the broken biscuits on Thursdays, and two of them work the Saturday shift.',
    'What she sells has hardly changed: a white loaf, a dark loaf, rolls, and a flat cake with caraway that nobody under fifty admits to liking. There was an attempt at croissants. She says that they were good croissants, and that the town ate them with great courtesy for a fortnight and then asked whether there would be caraway cake again.',
    'People suppose that the hard part is getting up. She shakes her head at that. The hard part is going to bed at seven in the evening in June, she says, with the whole street out on the steps, and the light coming through the curtains, and everyone laughing about something that you will have to be told about the next day over the counter.',
  ],
};

export const ferry: Article = {
  slug: 'ferry-winter-timetable',
  title: 'Ferry to run four crossings a day this winter',
  author: 'Ines Rowe',
  paragraphs: [
    'The ferry between the town quay and Little Harrow will make four crossings a day in each direction from the first Monday of November until the end of March, the company announced this week. Last winter there were six. The first boat leaves the quay at a quarter past seven in the morning and the last one returns from the island at ten to six in the evening.',
    'The company blames the price of fuel and the age of the boat. The Kittiwake was built for a lake and has spent twenty years in salt water; each extra crossing, the manager says, is paid for twice, once at the pump and once in the yard. A new boat has been ordered, but the yard that is to build it has a queue of its own.',
    'On the island the change is felt most at the school. Nine pupils cross every day, and under the new timetable they wait an hour and twenty minutes on the quay each afternoon. The parents have asked for the use of the old ticket office, which has a stove and a roof. The harbour board is expected to agree at its meeting next Tuesday evening.',
    'Freight is carried on Wednesdays only, as before, and has to be on the quay by noon on Tuesday. Animals travel with the freight. Anyone who needs to bring a vehicle across should telephone the office a week ahead, since the ramp on the island side is closed whenever the wind is in the north and the tide is low.',
    'Season tickets bought before the change remain valid, and the company will refund one third of the price to anyone who asks for it in writing. The refund has to be asked for by the end of the year. In the meantime the lifeboat crew remind everybody that the sandbar is not a road, whatever the map on the pub wall may say, and that it was last a road in the year of the great frost.',
  ],
};

/** The ferry article as it stood after a correction: two times and one price changed. */
export const ferryCorrected: Article = {
  ...ferry,
  slug: 'ferry-winter-timetable-corrected',
  paragraphs: ferry.paragraphs.map((paragraph) =>
    paragraph
      .replace('a quarter past seven', 'half past seven')
      .replace('ten to six in the evening', 'twenty past five in the evening')
      .replace('one third of the price', 'half of the price'),
  ),
};

export const allotments: Article = {
  slug: 'allotment-water',
  title: 'Water at last for the upper allotments',
  author: 'Peter Anselm',
  paragraphs: [
    'After nine years of watering cans, the upper allotments have a tap. It stands beside the third gate, it is painted green, and on the day it was opened it had a queue of eleven people who did not need any water but wanted to see it run.',
    'The pipe comes from the spring above the quarry and falls all the way, so that nothing has to be pumped. That was the idea of Agnes Tarn, who surveyed the line with a hosepipe filled with coloured water and a great deal of patience. The council’s own plan had been a pump, a meter and a shed to keep them in, and had cost more than the allotments themselves would fetch.',
    'Digging took four weekends. The trench is as deep as a spade and a half, which is below the frost in all but the worst years, and it passes under eighteen plots whose tenants each dug their own stretch. Two of them are not on speaking terms and dug towards each other in silence. They met within a hand’s width, and are said to have nodded.',
    'There are rules, pinned inside the lid of the noticeboard. No hoses in July and August; no washing of cars at any time; the tap to be wrapped in sacking from the first of December. The spring is not large. In a dry summer it gives about as much as forty people can carry, and forty-four people have plots.',
    'Mrs Tarn was given a watering can with her name on it. She has said that she will use it, since her own plot is at the far end, and the tap, when all is said and done, is at the third gate.',
  ],
};

/** What the paper had printed two years before: the same matter, half of the same sentences, another article. */
export const allotmentsBefore: Article = {
  slug: 'allotment-water-two-years-ago',
  title: 'Upper allotments to have water by Easter',
  author: 'Peter Anselm',
  paragraphs: [
    'The tenants of the upper allotments have been promised a tap before the seedlings go out. The council put off its decision twice last year, and has now voted for a pipe by seven hands to six, after an hour in which the word “pump” was heard more often than in the whole of the century before.',
    'The pipe comes from the spring above the quarry and falls all the way, so that nothing has to be pumped. That was the idea of Agnes Tarn, who surveyed the line with a hosepipe filled with coloured water and a great deal of patience. The council’s own plan had been a pump, a meter and a shed to keep them in, and had cost more than the allotments themselves would fetch.',
    'The youngest tenant is nineteen and the oldest is ninety, and between them they carry some six tons of water up the cart track in a dry week. Three have given up since the summer, and the waiting list, once as long as the hedge, has two names on it. Who is to dig the trench has not been settled.',
    'There will be rules, to be pinned inside the lid of the noticeboard. No hoses in July and August; no washing of cars at any time; the tap to be wrapped in sacking from the first of December. The spring is not large. In a dry summer it gives about as much as forty people can carry, and forty-four people have plots.',
    'A meeting is to be held in the chapel hall on the last Friday of the month. Tenants are asked to bring their own chairs, and, since the hall has no water either, their own tea.',
  ],
};

export const toolLibrary: Article = {
  slug: 'tool-library',
  title: 'Borrow a ladder, bring back a story',
  author: 'Wilma Fenn',
  paragraphs: [
    'The shelf marks in the cellar of the town library go from hammers to wallpaper. Since the spring any holder of a reader’s card can borrow a drill for a week in the same way as a novel, and be fined in the same way when it comes back late. There are three hundred and twelve tools so far, and every one of them has been given by somebody who had two.',
    'It began with a ladder. The librarian, Joost Bream, needed one for the gutter over the reading room and found that there were nine in the street, all of them hanging on walls and none of them used since the autumn. He bought none. He asked instead whether he might keep a list of who had what, and within a month the list had become a cellar.',
    'The most borrowed thing is a carpet cleaner, which is booked until Easter. The least borrowed is a machine for making sausages, given anonymously and in its original box. Between the two there is a theodolite, which the school takes out each June to measure the church tower, and each June the tower is a little taller than the year before.',
    'Each tool has a card in a pocket, as books used to have, and borrowers are asked to write down what they did with it. That was meant as a joke and has become the best thing on the premises. “Put up a shelf; it is level,” says one card for the spirit level, and underneath, in another hand: “Took down the shelf.”',
    'Not everything comes back. A wheelbarrow is believed to be at sea. But Mr Bream points out that the library has also been missing the second volume of an atlas since the war, and that it opened all the same on every weekday after that.',
  ],
};

export const nightMarket: Article = {
  slug: 'night-market',
  title: 'Lanterns on the fish quay',
  author: 'Wilma Fenn',
  paragraphs: [
    'The night market was meant to happen once. It was put together in nine days, when the summer fair had been rained off and there were sixty pounds of strawberries in the cold store that would not see another weekend. Somebody strung up the lanterns from the boat parade, somebody else rolled out a piano, and by eight in the evening there was not a clear yard on the fish quay.',
    'That was four summers ago. Now it is the second Friday of every month from May to September, and the stallholders draw lots for the places under the crane, where the rain does not reach. There is no charge for a stall. Each pays with one evening of clearing up, which starts at midnight and is, by common report, the better party.',
    'You can buy smoked eel there, and knitted octopuses, and bicycles that have been in the harbour and come out again. A retired dentist sharpens knives. Two sisters from Little Harrow tell fortunes from the sediment in coffee cups and refuse to be paid when the news is bad, so that people worry if they are not asked for money.',
    'The neighbours had doubts. The quay has flats above it now, and the piano carries. A treaty was made: music until ten, and after that only what can be sung without instruments. It has had the effect that a good part of the town knows the lower line of eleven songs by heart, and sings it at funerals.',
    'This year’s first market is on Friday. The strawberries are late after the cold spring, and there may be rhubarb instead. Bring a bag, bring coins, and bring back the lantern that you took home by mistake in September; the committee knows that there are seven of them, and roughly who.',
  ],
};

/** Everything that has a page of its own in the paper's present design. */
export const articles: readonly Article[] = [
  lighthouse,
  bakery,
  ferry,
  ferryCorrected,
  allotments,
  allotmentsBefore,
  toolLibrary,
  nightMarket,
];
