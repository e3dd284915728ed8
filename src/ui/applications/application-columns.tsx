import { Link } from '@tanstack/react-router'
import type { Application } from '../../api/contract/applications.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { CopyableId } from '../kit/CopyableId.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { applicationsMessages } from '../messages/applications.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './ApplicationCell.module.css'

/** Returns the link to an application's assets in manual order. */
export const assetsLinkOfApplication = ({ id }: Pick<Application, 'id'>) =>
  ({ to: '/assets', search: { filter: { applicationId: [id] } } }) as const

export const APPLICATION_COLUMNS: readonly Column<Application>[] = [
  {
    field: 'name',
    headerName: 'applications.application',
    sortable: true,
    kind: 'text',
    cell: (_, application) => <ApplicationCell application={application} />,
  },
  {
    field: 'assetCount',
    headerName: 'applications.assets',
    width: 140,
    sortable: true,
    kind: 'number',
    headerAlign: 'right',
    cellAlign: 'right',
    cell: (count) => <Count of={count} />,
  },
  {
    field: 'createdAt',
    headerName: 'applications.created',
    width: 200,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toApplicationPhoneItem = (application: Application): PhoneItem => ({
  picture: <Avatar name={application.name} size={56} shape="square" />,
  name: <Link {...assetsLinkOfApplication(application)}>{application.name}</Link>,
  aside: <Assets n={application.assetCount} />,
  line: <TimeAgo at={application.createdAt} />,
})

function Count({ of }: { of: number }) {
  return formatNumber(of, useAtelier().language)
}

function Assets({ n }: { n: number }) {
  return useTranslate(applicationsMessages)('applications.assetsOf', { n })
}

function ApplicationCell({ application }: { application: Application }) {
  const translate = useTranslate(applicationsMessages)
  const { id, name } = application
  return (
    <div className={styles.cell}>
      <Avatar name={name} size={40} shape="square" />
      <div>
        <Link {...assetsLinkOfApplication(application)} className={styles.name}>
          {name}
        </Link>
        <span className={styles.meta}>
          <CopyableId
            id={id}
            copyLabel={translate('applications.copyId')}
            copiedText={translate('applications.copied')}
          />
        </span>
      </div>
    </div>
  )
}
