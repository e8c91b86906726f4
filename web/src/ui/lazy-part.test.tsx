import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Olá, {name}</p>

it('is drawn at once when it has been loaded before, and is loaded once', async () => {
  const load = vi.fn(async () => ({ default: Greeting }))
  const Part = lazyPart(load, <p>Um momento</p>)
  expect(renderToStaticMarkup(<Part name="Ana" />)).toBe('<p>Um momento</p>')
  await Promise.all([Part.preload(), Part.preload()])
  expect(renderToStaticMarkup(<Part name="Ana" />)).toBe('<p>Olá, Ana</p>')
  expect(load).toHaveBeenCalledOnce()
})

it('is loaded again after a failure', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn(async () => ({ default: Greeting })).mockRejectedValueOnce(new Error('no network'))
  const Part = lazyPart(load)
  await expect(Part.preload()).rejects.toThrow('no network')
  await Part.preload()
  expect(renderToStaticMarkup(<Part name="Ana" />)).toBe('<p>Olá, Ana</p>')
})
