// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { active, field, type Given, names, press, show, type } from './support.tsx'

afterEach(() => {
  cleanup()
})

const TAGS = [
  { id: 't1', label: 'winter' },
  { id: 't2', label: 'kiln' },
]

/** Opens the choice of a tag, by the keys alone. */
async function choose(given: Given = {}) {
  const chosen: (string | undefined)[] = []
  const shown = await show({
    onLock: () => {},
    tags: async () => TAGS,
    onTag: (choice) => chosen.push(choice),
    ...given,
  })
  type('> add')
  expect(names()).toEqual(['Add tag…'])
  await press('Enter')
  return { ...shown, chosen }
}

test('an action with a choice asks for it in the same field, which then finds among the choices', async () => {
  const { chosen, asked } = await choose()
  const before = asked.length
  expect([field().getAttribute('aria-label'), field().value, names()]).toEqual(['Add tag…', '', ['winter', 'kiln']])
  expect(document.activeElement === field()).toBe(true)
  type('ki')
  expect([names(), active()?.includes('kiln')]).toEqual([['kiln'], true])
  await press('Enter')
  expect([chosen, screen.queryByRole('dialog')]).toEqual([['t2'], null])
  expect(document.activeElement === screen.getByRole('button', { name: 'here' })).toBe(true)
  // What is typed to choose is no search of the server's.
  expect(asked.length).toBe(before)
})

test.each(['Backspace', 'the button'])('%s leads back to what was looked for, and nothing is done', async (way) => {
  const { chosen } = await choose()
  type('k')
  await press('Backspace')
  expect(field().getAttribute('aria-label')).toBe('Add tag…')
  type('')
  if (way === 'Backspace') await press('Backspace')
  else await act(async () => screen.getByRole('button', { name: 'Back: Add tag…' }).click())
  expect([field().getAttribute('aria-label'), field().value, names()]).toEqual([
    'Search or jump',
    '> add',
    ['Add tag…'],
  ])
  expect([document.activeElement === field(), chosen]).toEqual([true, []])
  await press('Backspace')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('choices that do not come say so and are asked for again; none at all are told', async () => {
  let answers: (() => Promise<typeof TAGS>)[] = [
    () => Promise.reject(new ApiError('FETCH_ERROR', 'tags')),
    async () => [],
  ]
  await choose({ tags: () => (answers.shift() ?? (async () => TAGS))() })
  expect((await screen.findByRole('alert')).textContent).toContain('can’t reach the service')
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Nothing to choose from', { selector: 'p' })).toBeTruthy()
  answers = []
})

test('a palette that is opened again begins anew', async () => {
  await choose()
  await press('Escape')
  await act(async () => screen.getByRole('button', { name: 'here' }).click())
  expect((await screen.findByRole('combobox')).getAttribute('aria-label')).toBe('Search or jump')
})
