import { useEffect, useState } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { type ListPage, MAX_LIMIT } from '../../api/contract/list.ts'

type ListApplications = (
  input: { query: { limit: number; order: 'name' } },
  options: { signal: AbortSignal },
) => Promise<ListPage<Application>>

/** The applications for filters and names; `undefined` until they are known, and for good where they cannot be had (`null`: may not). */
export function useApplications(list: ListApplications | null): readonly Application[] | undefined {
  const [applications, setApplications] = useState<readonly Application[]>()
  useEffect(() => {
    if (!list) return
    const leaving = new AbortController()
    list({ query: { limit: MAX_LIMIT, order: 'name' } }, { signal: leaving.signal }).then(
      ({ data }) => setApplications(data),
      // The list stands without them: tiles show no name, and the filter offers nothing.
      () => {},
    )
    return () => leaving.abort()
  }, [list])
  return applications
}
