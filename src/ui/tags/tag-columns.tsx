import { Link } from '@tanstack/react-router'
import type { TagColor } from '../../api/contract/tags.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Chip } from '../kit/Chip.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import type { TagRow } from './find-tag.ts'

/** Where the assets that carry a tag are. */
export const assetsOf = ({ tagId }: TagRow) => ({ to: '/assets', search: { filter: { tag: [tagId] } } }) as const

/** The columns of the list of tags. */
export const TAG_COLUMNS: readonly Column<TagRow>[] = [
  {
    field: 'name',
    headerName: 'tags.tag',
    sortable: true,
    kind: 'text',
    cell: (name, tag) => <Link {...assetsOf(tag)}>{name}</Link>,
  },
  { field: 'color', headerName: 'tags.color', width: 200, cell: (_, tag) => <ColorChip tag={tag} /> },
  {
    field: 'assetCount',
    headerName: 'tags.count',
    width: 140,
    sortable: true,
    kind: 'number',
    tooltip: 'tags.count.tip',
    headerAlign: 'right',
    cellAlign: 'right',
    cell: (count) => <Count of={count} />,
  },
]

/** A tag on a phone. */
export const tagOnPhone = (tag: TagRow): PhoneItem => ({
  name: <Link {...assetsOf(tag)}>{tag.name}</Link>,
  aside: <OnAssets n={tag.assetCount} />,
  line: <ColorChip tag={tag} />,
})

function ColorChip({ tag: { color } }: { tag: TagRow }) {
  const { translate } = useAtelier()
  return <Chip pigment={color as TagColor}>{translate(`tags.color.${color}`)}</Chip>
}

function Count({ of }: { of: number }) {
  return formatNumber(of, useAtelier().language)
}

function OnAssets({ n }: { n: number }) {
  return useAtelier().translate('tags.onAssets', { n })
}
