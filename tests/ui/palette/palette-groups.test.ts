import { expect, test } from 'vitest'
import { type SearchTarget, toSearchEntry } from '../../../src/machines/palette/palette.ts'
import { buildChoiceGroups, buildPaletteGroups, type PaletteSources } from '../../../src/ui/palette/palette-groups.ts'

const target = (kind: SearchTarget['kind'], label: string): SearchTarget => ({
  id: `${kind}/${label}`,
  kind,
  label,
  to: `/${label}`,
})
const command = (label: string) => ({ id: label, label, run: () => {} })
const groupsOf = (from: Partial<PaletteSources>) =>
  buildPaletteGroups({ typed: '', entries: [], recent: [], pages: [], commandGroups: [], here: '/', ...from }).map(
    ({ heading, about, lines }) => [heading, about, lines.map(({ label }) => label)],
  )

const pages = [target('page', 'Assets'), target('page', 'Tags')]
const boot = target('asset', 'Boot')
const entries = [boot, target('tag', 'boots'), target('application', 'Boot Shop')].map(toSearchEntry)
const commandGroups = [{ subject: 'Boot', commands: [command('Lock'), command('Reboot')] }]

test('shows recent targets, actions and all pages before typing', () => {
  expect(groupsOf({ entries, recent: [boot], pages, commandGroups })).toEqual([
    ['palette.recent', undefined, ['Boot']],
    ['palette.do', 'Boot', ['Lock', 'Reboot']],
    ['palette.goTo', undefined, ['Assets', 'Tags']],
  ])
})

test('orders the matches as assets, actions, pages and tags, and omits empty groups', () => {
  expect(groupsOf({ typed: 'boot', entries, recent: [boot], pages, commandGroups })).toEqual([
    ['palette.assets', undefined, ['Boot']],
    ['palette.do', 'Boot', ['Reboot']],
    ['palette.goTo', undefined, ['boots', 'Boot Shop']],
  ])
})

test('finds the choices of an action by name, and lists all choices in their original order before typing', () => {
  const tag = command('Add tag…')
  const choicesOf = (typed: string) =>
    buildChoiceGroups(
      tag,
      ['winter', 'kiln', 'Wintry'].map((label) => ({ id: `t-${label}`, label })),
      typed,
    ).map(({ heading, lines }) => [heading, lines.map((line) => [line.label, 'choice' in line && line.choice])])
  expect(choicesOf('')).toEqual([
    [
      'palette.choose',
      [
        ['winter', 't-winter'],
        ['kiln', 't-kiln'],
        ['Wintry', 't-Wintry'],
      ],
    ],
  ])
  expect(choicesOf('wint')).toEqual([
    [
      'palette.choose',
      [
        ['winter', 't-winter'],
        ['Wintry', 't-Wintry'],
      ],
    ],
  ])
  expect(choicesOf('>')).toEqual([])
})

test('shows only actions after a typed “>”', () => {
  expect(groupsOf({ typed: '>', entries, recent: [boot], pages, commandGroups })).toEqual([
    ['palette.do', 'Boot', ['Lock', 'Reboot']],
  ])
  expect(groupsOf({ typed: '> lo', pages, commandGroups })).toEqual([['palette.do', 'Boot', ['Lock']]])
})

test('shows actions on the selection before pages, and help last', () => {
  const help = { commands: [command('Keyboard shortcuts')] }
  const all = { pages, commandGroups: [help, ...commandGroups] }
  const actionsGroup = ['palette.do', 'Boot', ['Lock', 'Reboot']]
  const pagesGroup = ['palette.goTo', undefined, ['Assets', 'Tags']]
  const helpGroup = ['palette.help', undefined, ['Keyboard shortcuts']]
  expect(groupsOf(all)).toEqual([actionsGroup, pagesGroup, helpGroup])
  expect(groupsOf({ ...all, typed: '>' })).toEqual([actionsGroup, helpGroup])
  expect(groupsOf({ ...all, typed: 'k' })).toEqual([['palette.do', 'Boot', ['Lock']], helpGroup])
})

test('shows enabled actions before disabled ones', () => {
  const disabled = { ...command('Lock'), disabledReason: 'Locked already' }
  expect(groupsOf({ commandGroups: [{ subject: 'Boot', commands: [disabled, command('Fit')] }] })).toEqual([
    ['palette.do', 'Boot', ['Fit', 'Lock']],
  ])
})

test('omits the current page, and shows the latest data of recent targets', () => {
  const renamed = { ...boot, label: 'Boot, red' }
  expect(groupsOf({ recent: [boot], entries: [toSearchEntry(renamed)] })).toEqual([
    ['palette.recent', undefined, ['Boot, red']],
  ])
  expect(groupsOf({ recent: [boot], pages, here: '/Boot' })).toEqual([['palette.goTo', undefined, ['Assets', 'Tags']]])
  expect(groupsOf({ pages, here: '/Tags' })).toEqual([['palette.goTo', undefined, ['Assets']]])
})
