// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { JobCell, JobOwner, StatusCell } from '../../../src/ui/jobs/JobCells.tsx'
import { createTranslateFor } from '../../support/translate.ts'

const job = (change: Partial<Job>): Job => ({
  id: 'j1',
  kind: 'morph',
  status: 'queued',
  progress: 0,
  attempts: 1,
  createdAt: '2026-11-01T12:00:00Z',
  ...change,
})
const show = (children: ReactNode) =>
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      {children}
    </AtelierContext>,
  ).container

test('names the progress bar of a running job after its asset, or after the job kind without an asset', () => {
  const asset = { id: 'a', name: 'Bow tie', type: 'top' } as const
  show(<StatusCell job={job({ status: 'running', progress: 0.424, asset })} />)
  expect(screen.getByRole('progressbar', { name: 'Progress of Bow tie' }).getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('42%')).toBeDefined()
  cleanup()
  show(<StatusCell job={job({ status: 'running' })} />)
  expect(screen.getByRole('progressbar', { name: 'Progress of Fitting' })).toBeDefined()
})

test('shows the reason of a failure or retry, marked as English, but none for a finished job', () => {
  const error = 'The cage has holes.'
  expect(show(<StatusCell job={job({ status: 'failed', error })} />).textContent).toBe(`Failed${error}`)
  expect(screen.getByText(error).getAttribute('lang')).toBe('en')
  cleanup()
  expect(show(<StatusCell job={job({ status: 'queued', error })} />).textContent).toBe(`Queued${error}`)
  cleanup()
  expect(show(<StatusCell job={job({ status: 'done', error })} />).textContent).toBe('Done')
})

test('names an email job by topic and recipient in the page language', () => {
  const mail = job({ kind: 'mail', letter: 'reset', to: 'ada@house.example' })
  expect(show(<JobCell job={mail} />).textContent).toBe('E-mailReset password to ada@house.example')
})

test('shows the owner of a job as email address, as guest, or as Atelier', () => {
  const owners = [{ ownerId: 'u', ownerEmail: 'ann@house.example' }, { ownerId: 'u' }, {}].map((change) => {
    const text = show(<JobOwner job={job(change)} />).textContent
    cleanup()
    return text
  })
  expect(owners).toEqual(['ann@house.example', 'Guest', 'Atelier'])
})
