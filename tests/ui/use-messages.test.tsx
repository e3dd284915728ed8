// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { AtelierContext } from '../../src/ui/context.ts'
import { ShortcutsDialog } from '../../src/ui/help/ShortcutsDialog.tsx'
import { hasFailedModules, retryFailedModules } from '../../src/ui/kit/loading/lazy-module.ts'
import { AppStatus } from '../../src/ui/watch/AppStatus.tsx'
import { createTranslateFor } from '../support/translate.ts'
import './kit/support.ts'

/** Renders a view whose messages fail to load. Returns a function that makes the messages available. */
async function show(view: ReactElement) {
  let isUnreachable = true
  const loadMessages = async () => {
    if (isUnreachable) throw new TypeError('Failed to fetch dynamically imported module')
  }
  const atelier = { language: 'en', translate: createTranslateFor('en'), loadMessages }
  await act(async () => render(<AtelierContext value={atelier as never}>{view}</AtelierContext>))
  return async () => {
    isUnreachable = false
    await act(retryFailedModules)
  }
}

test('reports a failed module if the messages of a dialog do not load, until a retry succeeds', async () => {
  const makeAvailable = await show(<ShortcutsDialog onClose={() => {}} />)
  expect(hasFailedModules()).toBe(true)
  await makeAvailable()
  expect(hasFailedModules()).toBe(false)
})

test('does not report a failed module if the messages of the status display in the shell do not load', async () => {
  await show(<AppStatus />)
  expect(hasFailedModules()).toBe(false)
})
