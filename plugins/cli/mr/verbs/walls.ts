import { rankWalls } from '../../../mr/pages/described.ts';
import { alikeMessages, messages } from '../../../mr/pages/messages.ts';
import { walled, wallHosts, wallVerdicts } from '../../../mr/pages/wall-verdicts.ts';
import { byUrl, wallPages, wallTexts, worded } from '../../../mr/pages/walls.ts';
import type { LineVerbs } from './options.ts';

/** Verbs from pages and their clusters to the pages of walls. */
export const wallVerbs: LineVerbs = {
  messages: {
    sorted: true,
    about: 'pages and their contents → the short ones, by what they say and by their names',
    takes: [],
    open: messages,
  },
  'alike-messages': {
    sorted: true,
    about: '… of which several are of one text, and names in common by patterns of URLs',
    takes: [],
    open: alikeMessages,
  },
  'wall-pages': {
    sorted: true,
    about: 'pages and the texts that they have with others, by their URLs',
    takes: [],
    open: wallPages,
  },
  worded: {
    sorted: false,
    about: 'pages whose URLs have words, by host',
    takes: [],
    open: worded,
  },
  'by-url': {
    sorted: true,
    about: 'pages by URL → by text, and whether the URL gave another one at other times',
    takes: [],
    open: byUrl,
  },
  'wall-texts': {
    sorted: true,
    about: 'pages by text → the texts that may be walls',
    takes: [],
    open: wallTexts,
  },
  'wall-hosts': {
    sorted: true,
    about: 'half a round to walls: how the other pages of each host name what their URLs do',
    takes: [],
    open: wallHosts,
  },
  'wall-verdicts': {
    sorted: true,
    about: 'the other half: the texts that are walls by that; until none is new',
    takes: [],
    open: wallVerdicts,
  },
  walled: {
    sorted: true,
    about: 'the pages of walls',
    takes: [],
    open: walled,
  },
  'rank-walls': {
    sorted: true,
    about: 'pages, and those of walls → the latter in the order in which pages are clustered',
    takes: [],
    open: rankWalls,
  },
};
