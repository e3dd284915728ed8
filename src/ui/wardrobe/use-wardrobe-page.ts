import { useMemo } from 'react'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { WardrobeOptions } from './use-wardrobe.ts'
import { wardrobeCalls } from './wardrobe-calls.ts'
import { type WardrobeSearch, wardrobeSearch } from './wardrobe-search.ts'

/** What a wardrobe's page is given by its route: whose it is, its calls, and what is worn by the address. */
export function useWardrobePage(
  api: Client<typeof contract>,
  userId: string,
  { wear = NONE }: WardrobeSearch,
  onSearch: (search: WardrobeSearch) => void,
): WardrobeOptions {
  const calls = useMemo(() => wardrobeCalls(api, userId), [api, userId])
  return { userId, calls, wear, onWear: (ids) => onSearch(wardrobeSearch({ wear: ids })) }
}

const NONE: string[] = []
