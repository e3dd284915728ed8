// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { Hint, type HintName } from '../../../src/ui/help/Hint.tsx'
import { GUEST, PERSON, show } from '../session/support.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const PALETTE = /^Jump to any asset/
const KEYS = /^Most things can be done by the keyboard/

function Rail() {
  const [used, setUsed] = useState<readonly HintName[]>([])
  return (
    <>
      <button type="button" onClick={() => setUsed(['palette', 'keys'])}>
        use both
      </button>
      <Hint used={used} />
    </>
  )
}

const visit = (data: SessionData = PERSON) => show(<Rail />, {}, data)
const hints = () => [PALETTE, KEYS].map((words) => screen.queryByText(words) !== null)
const gotIt = () => act(async () => screen.getByRole('button', { name: 'Got it' }).click())

test('there is one hint at a time; one that was read never comes back, and the next is for another visit', async () => {
  await visit()
  expect(hints()).toEqual([true, false])
  await gotIt()
  expect(hints()).toEqual([false, false])
  cleanup()
  await visit()
  expect(hints()).toEqual([false, true])
  await gotIt()
  cleanup()
  await visit()
  expect(hints()).toEqual([false, false])
})

test('who does it by themselves needs no hint of it', async () => {
  await visit()
  await act(async () => screen.getByRole('button', { name: 'use both' }).click())
  expect(hints()).toEqual([false, false])
  cleanup()
  await visit()
  expect(hints()).toEqual([false, false])
})

test('each account has hints of its own, and a guest none', async () => {
  await visit()
  await gotIt()
  cleanup()
  await visit({ ...PERSON, _id: 'user-2' })
  expect(hints()).toEqual([true, false])
  cleanup()
  await visit(GUEST)
  expect(hints()).toEqual([false, false])
})
