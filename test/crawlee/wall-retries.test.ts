import { expect, test } from 'vitest';
import { retiresBehindWall } from '../../plugins/crawlee/wall-retries.ts';

const walled = (headers: object) => ({
  request: { uniqueKey: 'a', url: 'http://a.example/', headers: undefined as unknown },
  response: { headers },
  crawler: { maxRequestRetries: 1 },
});

test.each([
  ['one cookie', { 'set-cookie': ['seen=1; Path=/'] }, { cookie: 'seen=1' }],
  ['two cookies', { 'set-cookie': ['seen=1', 'lang=en'] }, { cookie: 'seen=1; lang=en' }],
  ['no cookie', {}, undefined],
  ['an empty list of cookies', { 'set-cookie': [] }, undefined],
])('the next attempt behind a wall that set %s is sent with just that', (_, headers, sent) => {
  const context = walled(headers);
  expect(retiresBehindWall(context)).toBe(true);
  expect(context.request.headers).toEqual(sent);
});
