import type { AuditRecord } from '../../api/contract/audit.ts'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { AccountText, ActionText, AuditDetails, IpAddressText } from './ActivityCells.tsx'
import { listRawDetails } from './audit-details.ts'

/**
 * Returns the columns of the activity list. Admins get a column for the account, because they see the records of all accounts.
 */
export const createActivityColumns = (isAdmin: boolean): readonly Column<AuditRecord>[] => [
  { field: 'action', headerName: 'audit.action', width: 280, cell: (action) => <ActionText action={action} /> },
  ...(isAdmin ? [PERSON_COLUMN] : []),
  {
    field: 'details',
    headerName: 'audit.details',
    hiddenBelowPx: 820,
    text: (details) => listRawDetails(details).join(' · '),
    cell: (details) => <AuditDetails of={details} />,
  },
  {
    field: 'address',
    headerName: 'audit.address',
    width: 148,
    tooltip: 'audit.address.tip',
    hiddenBelowPx: 920,
    cell: (_, record) => <IpAddressText record={record} />,
  },
  {
    field: 'at',
    headerName: 'audit.at',
    width: 132,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

const PERSON_COLUMN: Column<AuditRecord> = {
  field: 'email',
  headerName: 'audit.person',
  width: 240,
  text: (email, { name }) => [name, email].filter(Boolean).join(' '),
  cell: (_, record) => <AccountText record={record} />,
}

export const toActivityPhoneItem = (record: AuditRecord): PhoneItem => ({
  name: <ActionText action={record.action} />,
  aside: <TimeAgo at={record.at} style="narrow" />,
  line: <AccountText record={record} />,
})
