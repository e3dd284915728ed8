// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AtelierContext } from '../../src/ui/context.ts'
import { KeysDialog } from '../../src/ui/help/KeysDialog.tsx'
import { isAnyLost, retryLost } from '../../src/ui/kit/part.ts'
import { Watch } from '../../src/ui/watch/Watch.tsx'
import { translateIn } from '../support/translate.ts'
import './kit/support.ts'

afterEach(cleanup)

/** A view whose sentences are out of reach until they are told to be there; answers how. */
async function show(view: ReactElement) {
  let isOut = true
  const learn = async () => {
    if (isOut) throw new TypeError('Failed to fetch dynamically imported module')
  }
  const atelier = { language: 'en', translate: translateIn('en'), learn }
  await act(async () => render(<AtelierContext value={atelier as never}>{view}</AtelierContext>))
  return async () => {
    isOut = false
    await act(retryLost)
  }
}

test('sentences that a person waits for are told as lost until they came', async () => {
  const comes = await show(<KeysDialog onClose={() => {}} />)
  expect(isAnyLost()).toBe(true)
  await comes()
  expect(isAnyLost()).toBe(false)
})

test('nobody is told of lost sentences of what the frame says by itself', async () => {
  await show(<Watch />)
  expect(isAnyLost()).toBe(false)
})
