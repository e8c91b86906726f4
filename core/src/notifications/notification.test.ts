import { describe, expect, it } from 'vitest'
import { notificationQuery } from './notification.ts'
import { notificationFlagOf, notificationFlags, notificationTypes } from './notification-type.ts'

describe('notification types', () => {
  it('each have a switch of the same name', () => {
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    for (const type of notificationTypes) expect(snake(notificationFlagOf[type])).toBe(`notify_${type}`)
    expect(new Set(notificationFlags).size).toBe(10)
  })
})

describe('how many notifications are asked for', () => {
  it.each([
    [undefined, 10],
    ['', 10],
    ['muitas', 10],
    ['2.5', 10],
    ['5', 5],
    ['0', 1],
    ['-3', 1],
    ['100', 100],
    ['101', 100],
  ])('%s means %i', (limit, count) => {
    expect(notificationQuery.parse({ limit }).limit).toBe(count)
  })
})
