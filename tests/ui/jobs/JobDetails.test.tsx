// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { JobDetails } from '../../../src/ui/jobs/JobDetails.tsx'
import type { Language } from '../../../src/ui/language.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const job: Job = {
  id: 'j1',
  kind: 'import',
  status: 'failed',
  progress: 0,
  attempts: 2,
  error: 'The job exceeded its budget of 64 GB of data.',
  used: { ms: 450, cpuMs: 90_000, bytes: 68_719_476_736 },
  budget: { ms: 43_200_000, cpuMs: 21_600_000, bytes: 68_719_476_736 },
  createdAt: '2026-11-01T12:00:00Z',
}
const show = (change: Partial<Job> = {}, language: Language = 'en') =>
  render(
    <AtelierContext value={{ translate: createTranslateFor(language), language } as unknown as Atelier}>
      <JobDetails job={{ ...job, ...change }} onClose={() => {}} />
    </AtelierContext>,
  )
const amounts = () => screen.getAllByRole('listitem').map((line) => line.textContent)

describe('the details of a job', () => {
  test('show usage, budget and the failure reason', () => {
    show()
    expect(screen.getByRole('dialog', { name: 'Import' })).toBeDefined()
    expect(amounts()).toEqual(['Time0.5 secs of 12 hrs', 'CPU time1.5 mins of 6 hrs', 'Data64 GB of 64 GB'])
    expect(screen.getByRole('progressbar', { name: 'Data' }).getAttribute('aria-valuenow')).toBe('100')
    expect(screen.getByText(job.error!).getAttribute('lang')).toBe('en')
  })

  test('show amounts in German', () => {
    show({}, 'de')
    expect(amounts()).toEqual(['Zeit0,5 Sek. von 12 Std.', 'CPU-Zeit1,5 Min. von 6 Std.', 'Daten64 GB von 64 GB'])
  })

  test('show no amounts for a job stored without usage and budget', () => {
    const { used: _, budget: __, ...old } = job
    render(
      <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
        <JobDetails job={old} onClose={() => {}} />
      </AtelierContext>,
    )
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
