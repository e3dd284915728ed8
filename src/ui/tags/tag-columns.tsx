import { Link } from '@tanstack/react-router'
import type { TagColor } from '../../api/contract/tags.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Chip } from '../kit/Chip.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { tagsMessages } from '../messages/tags.ts'
import { translateIfKnown } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'
import type { TagRow } from './find-tag.ts'

export const assetsLinkOfTag = ({ tagId }: TagRow) => ({ to: '/assets', search: { filter: { tag: [tagId] } } }) as const

export const TAG_COLUMNS: readonly Column<TagRow>[] = [
  {
    field: 'name',
    headerName: 'tags.tag',
    sortable: true,
    kind: 'text',
    cell: (name, tag) => <Link {...assetsLinkOfTag(tag)}>{name}</Link>,
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

export const toTagPhoneItem = (tag: TagRow): PhoneItem => ({
  name: <Link {...assetsLinkOfTag(tag)}>{tag.name}</Link>,
  aside: <AssetCountText n={tag.assetCount} />,
  line: <ColorChip tag={tag} />,
})

function ColorChip({ tag: { color } }: { tag: TagRow }) {
  const translate = useTranslate(tagsMessages)
  return <Chip pigment={color as TagColor}>{translateIfKnown(translate, 'tags.color.', color) ?? color}</Chip>
}

function Count({ of }: { of: number }) {
  return formatNumber(of, useAtelier().language)
}

function AssetCountText({ n }: { n: number }) {
  return useTranslate(tagsMessages)('tags.onAssets', { n })
}
