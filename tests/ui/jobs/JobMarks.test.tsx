// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { OwnerWord, StatusCell } from '../../../src/ui/jobs/JobMarks.tsx'
import { translateIn } from '../../support/translate.ts'

afterEach(cleanup)

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
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      {children}
    </AtelierContext>,
  ).container

test('a job at work says how far it has come, with the name of its asset', () => {
  const asset = { id: 'a', name: 'Bow tie', type: 'top' } as const
  show(<StatusCell job={job({ status: 'running', progress: 0.424, asset })} />)
  expect(screen.getByRole('progressbar', { name: 'Progress of Bow tie' }).getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('42%')).toBeDefined()
  cleanup()
  show(<StatusCell job={job({ status: 'running' })} />)
  expect(screen.getByRole('progressbar', { name: 'Progress of Morph' })).toBeDefined()
})

test('why a job failed, or is tried again, stands below in the server’s own language; what is done needs no reason', () => {
  const error = 'The cage has holes.'
  expect(show(<StatusCell job={job({ status: 'failed', error })} />).textContent).toBe(`Failed${error}`)
  expect(screen.getByText(error).getAttribute('lang')).toBe('en')
  cleanup()
  expect(show(<StatusCell job={job({ status: 'queued', error })} />).textContent).toBe(`Queued${error}`)
  cleanup()
  expect(show(<StatusCell job={job({ status: 'done', error })} />).textContent).toBe('Done')
})

test('who asked for a job is an address, a guest, or the server itself', () => {
  const words = [{ ownerId: 'u', ownerEmail: 'ann@house.example' }, { ownerId: 'u' }, {}].map((change) => {
    const text = show(<OwnerWord job={job(change)} />).textContent
    cleanup()
    return text
  })
  expect(words).toEqual(['ann@house.example', 'Guest', 'Atelier'])
})
