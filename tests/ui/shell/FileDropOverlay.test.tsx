// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { FileDropOverlay } from '../../../src/ui/shell/FileDropOverlay.tsx'
import { RejectedFilesNotice } from '../../../src/ui/shell/RejectedFilesNotice.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const show = (children: ReactNode) =>
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      <main tabIndex={-1}>{children}</main>
    </AtelierContext>,
  )

test('shows what a drop does while files are dragged over the page', () => {
  show(<FileDropOverlay />)
  expect(screen.getByRole('status').textContent).toBe('Drop to create assets')
})

test('shows which files can be uploaded after rejected files, and focuses the page when closed', async () => {
  let dismissed = 0
  show(<RejectedFilesNotice onDismiss={() => (dismissed += 1)} />)
  expect(screen.getByRole('status').textContent).toContain(
    'Only GLB models and PNG, JPEG, WebP or PSD images can be uploaded here.',
  )
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect([dismissed, document.activeElement]).toEqual([1, screen.getByRole('main')])
})
