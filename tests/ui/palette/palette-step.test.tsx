// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import {
  activeOptionText,
  getField,
  optionNames,
  type PaletteOptions,
  pressInField,
  showPalette,
  typeText,
} from './support.tsx'

const TAGS = [
  { id: 't1', label: 'winter' },
  { id: 't2', label: 'kiln' },
]

async function choose(overrides: PaletteOptions = {}) {
  const chosen: (string | undefined)[] = []
  const view = await showPalette({
    onLock: () => {},
    tags: async () => TAGS,
    onTag: (choice) => chosen.push(choice),
    ...overrides,
  })
  typeText('> add')
  expect(optionNames()).toEqual(['Add tag…'])
  await pressInField('Enter')
  return { ...view, chosen }
}

test('lists and filters the choices of an action in the search field', async () => {
  const { chosen, searches } = await choose()
  const before = searches.length
  expect([getField().getAttribute('aria-label'), getField().value, optionNames()]).toEqual([
    'Add tag…',
    '',
    ['winter', 'kiln'],
  ])
  expect(document.activeElement === getField()).toBe(true)
  typeText('ki')
  expect([optionNames(), activeOptionText()?.includes('kiln')]).toEqual([['kiln'], true])
  await pressInField('Enter')
  expect([chosen, screen.queryByRole('dialog')]).toEqual([['t2'], null])
  expect(document.activeElement === screen.getByRole('button', { name: 'here' })).toBe(true)
  expect(searches.length).toBe(before)
})

test.each(['Backspace', 'the Back button'])(
  '%s returns to the previous search without running the action',
  async (trigger) => {
    const { chosen } = await choose()
    typeText('k')
    await pressInField('Backspace')
    expect(getField().getAttribute('aria-label')).toBe('Add tag…')
    typeText('')
    if (trigger === 'Backspace') await pressInField('Backspace')
    else await act(async () => screen.getByRole('button', { name: 'Back: Add tag…' }).click())
    expect([getField().getAttribute('aria-label'), getField().value, optionNames()]).toEqual([
      'Search or jump',
      '> add',
      ['Add tag…'],
    ])
    expect([document.activeElement === getField(), chosen]).toEqual([true, []])
    await pressInField('Backspace')
    expect(screen.getByRole('dialog')).toBeTruthy()
  },
)

test('shows an error with Retry when choices fail to load, and a message when an action has no choices', async () => {
  let responses: (() => Promise<typeof TAGS>)[] = [
    () => Promise.reject(new ApiError('FETCH_ERROR', 'tags')),
    async () => [],
  ]
  await choose({ tags: () => (responses.shift() ?? (async () => TAGS))() })
  expect((await screen.findByRole('alert')).textContent).toContain('can’t reach the service')
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Nothing to choose from', { selector: 'p' })).toBeTruthy()
  responses = []
})

test('returns from choices to the search when the palette is closed and opened again', async () => {
  await choose()
  await pressInField('Escape')
  await act(async () => screen.getByRole('button', { name: 'here' }).click())
  expect((await screen.findByRole('combobox')).getAttribute('aria-label')).toBe('Search or jump')
})
