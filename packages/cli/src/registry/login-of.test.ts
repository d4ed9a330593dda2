import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { loginOf } from './login-of.ts';

const bob = () => ({ username: 'bob' });
const nobody = () => {
  throw new Error('uv_os_get_passwd');
};

it.each([
  ['USER', { USER: 'ann', LOGNAME: 'eve' }, bob, 'ann'],
  ['LOGNAME where USER is empty', { USER: '', LOGNAME: 'eve' }, bob, 'eve'],
  ['USERNAME, as on Windows', { USERNAME: 'ann' }, bob, 'ann'],
  ['the system where no variable has one', {}, bob, 'bob'],
  ['nobody where the system has no name either', {}, nobody, undefined],
])('the name is that of %s', (_, environment, system, expected) => {
  expect(loginOf(environment, system)).toBe(expected);
});

it('the system is asked by default', () => {
  expect(loginOf({})).toBe(userInfo().username);
});
