// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { DropLayer } from '../../../src/ui/shell/DropLayer.tsx'
import { RefusedFiles } from '../../../src/ui/shell/RefusedFiles.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(cleanup)

const show = (children: ReactNode) =>
  render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      <main tabIndex={-1}>{children}</main>
    </AtelierContext>,
  )

test('while files are over the page it says what comes of dropping them', () => {
  show(<DropLayer />)
  expect(screen.getByRole('status').textContent).toBe('Drop to make new assets')
})

test('files that were turned away are told of in one sentence, until it is closed; the focus stays on the page', async () => {
  let dismissed = 0
  show(<RefusedFiles onDismiss={() => (dismissed += 1)} />)
  expect(screen.getByRole('status').textContent).toContain(
    'Only GLB models and PNG, JPEG, WebP or PSD images can be uploaded here.',
  )
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect([dismissed, document.activeElement]).toEqual([1, screen.getByRole('main')])
})
