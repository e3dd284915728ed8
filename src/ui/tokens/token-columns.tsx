import type { ApiToken } from '../../api/contract/api-tokens.ts'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { ScopeChips, TokenExpiry, TokenLastUse, TokenName, TokenPrefix } from './TokenCells.tsx'

export const TOKEN_COLUMNS: readonly Column<ApiToken>[] = [
  { field: 'name', headerName: 'tokens.name', cell: (name) => <TokenName of={name} /> },
  {
    field: 'hint',
    headerName: 'tokens.hint',
    width: 160,
    hiddenBelowPx: 920,
    cell: (hint) => <TokenPrefix of={hint} />,
  },
  { field: 'scopes', headerName: 'tokens.scopes', width: 220, cell: (scopes) => <ScopeChips of={scopes} /> },
  {
    field: 'lastUsedAt',
    headerName: 'tokens.used',
    width: 140,
    tooltip: 'tokens.used.tip',
    hiddenBelowPx: 820,
    cell: (at) => <TokenLastUse at={at} />,
  },
  { field: 'expiresAt', headerName: 'tokens.expires', width: 132, cell: (at) => <TokenExpiry at={at} /> },
  {
    field: 'createdAt',
    headerName: 'tokens.created',
    width: 132,
    hiddenBelowPx: 1080,
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toTokenPhoneItem = (token: ApiToken): PhoneItem => ({
  name: <TokenName of={token.name} />,
  aside: <TokenExpiry at={token.expiresAt} />,
  line: <ScopeChips of={token.scopes} />,
})
