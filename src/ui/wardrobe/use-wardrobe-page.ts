import { useMemo } from 'react'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { WardrobeOptions } from './use-wardrobe.ts'
import { createWardrobeCalls } from './wardrobe-calls.ts'
import { parseWardrobeSearch, type WardrobeSearch } from './wardrobe-search.ts'

/** Returns the options of a wardrobe's page: owner, API calls, and the worn items in the URL. */
export function useWardrobePage(
  api: Client<typeof contract>,
  userId: string,
  { wear = NONE }: WardrobeSearch,
  onSearch: (search: WardrobeSearch) => void,
): WardrobeOptions {
  const calls = useMemo(() => createWardrobeCalls(api, userId), [api, userId])
  return { userId, calls, wear, onWear: (ids) => onSearch(parseWardrobeSearch({ wear: ids })) }
}

const NONE: string[] = []
