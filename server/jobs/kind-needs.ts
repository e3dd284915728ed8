import type { Deps } from '../deps.ts'

/** What the kinds of jobs are made from: no more than a process of workers alone has. */
export type KindNeeds = Pick<Deps, 'db' | 'now' | 'files' | 'log' | 'renderIcon' | 'geometry' | 'optimiseModel'>
