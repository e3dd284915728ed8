import { expect, test } from 'vitest'
import { checkProse } from './prose.ts'

const checkCode = (code: string, file = 'server/a.ts') =>
  checkProse(file, code).map(({ line, rule, text }) => `${line} ${rule}: ${text}`)

test('accepts plain comments, directives and names', () => {
  const code = `/** Maximum upload size, in bytes (Spec §9). */
const MAX_UPLOAD_BYTES = 1
// The worker renews its lease, so that no other worker takes the job.
// biome-ignore lint/style/noNonNullAssertion: nobody whoever anew
`
  expect(checkCode(code)).toEqual([])
})

test('finds a docblock without a subject, but accepts any opening of a line comment', () => {
  expect(checkCode('/** What is kept of it. */\nconst a = 1\n// What follows is sorted.\n')).toEqual([
    '1 opening: What is kept of it.',
  ])
})

test.each([
  'whoever waits',
  'nobody reads it',
  'counted anew',
  'the page is told',
  'rows on their way',
  'so long as it runs',
])('finds the idiom in “%s”', (words) => {
  expect(checkCode(`// Here ${words}.\n`)).toEqual([expect.stringMatching(/^1 idiom: /)])
})

test('counts the words of each sentence across the lines of a comment, without code and links', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  expect(checkCode(`// A ${words(24)}.\n// A ${words(24)}.\n`)).toEqual([])
  expect(checkCode(`// A ${words(12)}\n// ${words(13)}.\n`)).toEqual([`1 sentence: A ${words(25)}.`])
  expect(checkCode(`/** Sums \`${words(30)}\` and {@link Other}. */\nconst a = 1`)).toEqual([])
})

test('finds titles that are too long or lack a subject, in test files only', () => {
  const long = 'keeps '.repeat(20)
  const code = `describe('what a list does', () => {\n  test('who is told', () => {})\n  test.each([1])(\`${long}\`, () => {})\n})\n`
  expect(checkCode(code, 'tests/a.test.ts')).toEqual(['2 opening: who is told', '2 idiom: is told', `3 title: ${long}`])
  expect(checkCode(code)).toEqual([])
})

test('finds titles of test.each, and of tests with modifiers such as skipIf', () => {
  const code = `test.each([['a', '(b)']] as const)('is %s', () => {})\ntest.skipIf(true)('was', () => {})\n`
  expect(checkCode(code, 'tests/a.test.ts')).toEqual(['1 opening: is %s', '2 opening: was'])
})

test('accepts a title that continues its describe, which names the subject', () => {
  const code = `describe('a list', () => {\n  test('is empty', () => {})\n})\ntest.describe('a page', () => void test('is empty', () => {}))\ntest('is empty', () => {})\n`
  expect(checkCode(code, 'tests/a.test.ts')).toEqual(['5 opening: is empty'])
})

test('finds a constant whose name says “most” instead of “max”', () => {
  expect(checkCode('\nexport const MOST_ROWS = 3\n')).toEqual(['2 name: MOST_ROWS'])
})

test('throws for a file with a syntax error', () => {
  expect(() => checkProse('server/a.ts', 'const = 1')).toThrow('server/a.ts cannot be parsed')
})
