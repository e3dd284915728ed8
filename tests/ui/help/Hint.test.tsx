// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { Hint, type HintName } from '../../../src/ui/help/Hint.tsx'
import { GUEST, showView, VERIFIED_USER } from '../session/support.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const PALETTE = /^Jump to any asset/
const KEYS = /^Most actions have a keyboard shortcut/

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

const visit = (data: SessionData = VERIFIED_USER) => showView(<Rail />, {}, data)
const areHintsShown = () => [PALETTE, KEYS].map((pattern) => screen.queryByText(pattern) !== null)
const dismissHint = () => act(async () => screen.getByRole('button', { name: 'Got it' }).click())

test('shows one hint per visit, and never shows a dismissed hint again', async () => {
  await visit()
  expect(areHintsShown()).toEqual([true, false])
  await dismissHint()
  expect(areHintsShown()).toEqual([false, false])
  cleanup()
  await visit()
  expect(areHintsShown()).toEqual([false, true])
  await dismissHint()
  cleanup()
  await visit()
  expect(areHintsShown()).toEqual([false, false])
})

test('hides the hint about a feature that the user has used', async () => {
  await visit()
  await act(async () => screen.getByRole('button', { name: 'use both' }).click())
  expect(areHintsShown()).toEqual([false, false])
  cleanup()
  await visit()
  expect(areHintsShown()).toEqual([false, false])
})

test('stores dismissed hints per account, and shows no hints to guests', async () => {
  await visit()
  await dismissHint()
  cleanup()
  await visit({ ...VERIFIED_USER, _id: 'user-2' })
  expect(areHintsShown()).toEqual([true, false])
  cleanup()
  await visit(GUEST)
  expect(areHintsShown()).toEqual([false, false])
})
