import { expect, test } from 'vitest'
import { entryOf, type Thing } from '../../../src/machines/rules/palette.ts'
import { choicesFor, type LinesFrom, linesFor } from '../../../src/ui/palette/lines.ts'

const thing = (kind: Thing['kind'], label: string): Thing => ({ id: `${kind}/${label}`, kind, label, to: `/${label}` })
const offer = (label: string) => ({ id: label, label, run: () => {} })
const shown = (from: Partial<LinesFrom>) =>
  linesFor({ typed: '', held: [], recent: [], pages: [], offerings: [], here: '/', ...from }).map(
    ({ heading, about, lines }) => [heading, about, lines.map(({ label }) => label)],
  )

const pages = [thing('page', 'Assets'), thing('page', 'Tags')]
const boot = thing('asset', 'Boot')
const held = [boot, thing('tag', 'boots'), thing('application', 'Boot Shop')].map(entryOf)
const offerings = [{ about: 'Boot', offers: [offer('Lock'), offer('Reboot')] }]

test('before anything is typed there are what was gone to lately, what can be done, and all pages', () => {
  expect(shown({ held, recent: [boot], pages, offerings })).toEqual([
    ['palette.recent', undefined, ['Boot']],
    ['palette.do', 'Boot', ['Lock', 'Reboot']],
    ['palette.goTo', undefined, ['Assets', 'Tags']],
  ])
})

test('what is typed finds assets, then what can be done, then pages and tags; groups without a line are left out', () => {
  expect(shown({ typed: 'boot', held, recent: [boot], pages, offerings })).toEqual([
    ['palette.assets', undefined, ['Boot']],
    ['palette.do', 'Boot', ['Reboot']],
    ['palette.goTo', undefined, ['boots', 'Boot Shop']],
  ])
})

test('what an action is done with is found by its name, in its own order before anything is typed', () => {
  const tag = offer('Add tag…')
  const found = (typed: string) =>
    choicesFor(
      tag,
      ['winter', 'kiln', 'Wintry'].map((label) => ({ id: `t-${label}`, label })),
      typed,
    ).map(({ heading, lines }) => [heading, lines.map((line) => [line.label, 'choice' in line && line.choice])])
  expect(found('')).toEqual([
    [
      'palette.choose',
      [
        ['winter', 't-winter'],
        ['kiln', 't-kiln'],
        ['Wintry', 't-Wintry'],
      ],
    ],
  ])
  expect(found('wint')).toEqual([
    [
      'palette.choose',
      [
        ['winter', 't-winter'],
        ['Wintry', 't-Wintry'],
      ],
    ],
  ])
  expect(found('>')).toEqual([])
})

test('after a > there is nothing but what can be done', () => {
  expect(shown({ typed: '>', held, recent: [boot], pages, offerings })).toEqual([
    ['palette.do', 'Boot', ['Lock', 'Reboot']],
  ])
  expect(shown({ typed: '> lo', pages, offerings })).toEqual([['palette.do', 'Boot', ['Lock']]])
})

test('what is selected or open comes before pages, and help after all, however early it is offered', () => {
  const help = { offers: [offer('Keyboard shortcuts')] }
  const all = { pages, offerings: [help, ...offerings] }
  const doing = ['palette.do', 'Boot', ['Lock', 'Reboot']]
  const places = ['palette.goTo', undefined, ['Assets', 'Tags']]
  const asked = ['palette.help', undefined, ['Keyboard shortcuts']]
  expect(shown(all)).toEqual([doing, places, asked])
  expect(shown({ ...all, typed: '>' })).toEqual([doing, asked])
  expect(shown({ ...all, typed: 'k' })).toEqual([['palette.do', 'Boot', ['Lock']], asked])
})

test('what can be done stands before what is refused', () => {
  const refused = { ...offer('Lock'), refusal: 'Locked already' }
  expect(shown({ offerings: [{ about: 'Boot', offers: [refused, offer('Fit')] }] })).toEqual([
    ['palette.do', 'Boot', ['Fit', 'Lock']],
  ])
})

test('nobody is led to where they are, and what is held is shown as it is now', () => {
  const renamed = { ...boot, label: 'Boot, red' }
  expect(shown({ recent: [boot], held: [entryOf(renamed)] })).toEqual([['palette.recent', undefined, ['Boot, red']]])
  expect(shown({ recent: [boot], pages, here: '/Boot' })).toEqual([['palette.goTo', undefined, ['Assets', 'Tags']]])
  expect(shown({ pages, here: '/Tags' })).toEqual([['palette.goTo', undefined, ['Assets']]])
})
