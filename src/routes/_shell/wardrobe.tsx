import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '../../ui/use-me.ts'
import { useWardrobePage } from '../../ui/wardrobe/use-wardrobe-page.ts'
import { WardrobeScreen } from '../../ui/wardrobe/WardrobeScreen.tsx'
import { wardrobeSearch } from '../../ui/wardrobe/wardrobe-search.ts'
import { listWords } from '../../ui/words/list.ts'
import { lookWords } from '../../ui/words/look.ts'
import { wardrobeWords } from '../../ui/words/wardrobe.ts'

export const Route = createFileRoute('/_shell/wardrobe')({
  validateSearch: wardrobeSearch,
  loader: ({ context: { learn } }) => learn(listWords, lookWords, wardrobeWords),
  staticData: { nav: { word: 'nav.wardrobe', icon: 'wardrobe', order: 3 }, folds: true },
  component: Wardrobe,
})

/** The person's own wardrobe. */
function Wardrobe() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const me = useMe() ?? ''
  return (
    <WardrobeScreen
      {...useWardrobePage(api, me, Route.useSearch(), (search) => void navigate({ search, replace: true }))}
    />
  )
}
