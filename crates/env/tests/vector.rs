//! Many environments at once, compared with single episodes.

use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_env::{
    Autoreset, EnvError, Episode, Game, GameSettings, ItemOrder, NO_ACTION, Reset, VectorBuffers, VectorEnv,
};
use wampimuk_families::{Dataset, require};
use wampimuk_grid::Action;

type Failure = Box<dyn std::error::Error>;

const LEN: usize = 5;

fn dataset(recipe: &str) -> Result<Box<dyn Dataset>, Failure> {
    Ok(require(recipe, &[])?.dataset(0)?)
}

fn chance() -> Stream {
    StreamKey::new(&Digest::of(b"test"), "actions", 0).stream(0)
}

/// A single environment that begins the next episode when one is over, written out.
struct Single<'d> {
    dataset: &'d dyn Dataset,
    game: Game,
    order: ItemOrder,
    item: u64,
    episode: Episode,
}

impl<'d> Single<'d> {
    fn new(dataset: &'d dyn Dataset, number: usize, seed: u64) -> Result<Self, Failure> {
        let grid = dataset.contents().commands().ok_or("no grid")?;
        let info = &grid.splits()[0];
        let game = Game::new(grid, GameSettings::default());
        let mut order =
            ItemOrder::new(&grid.digest(), &info.name, info.len, seed, number).ok_or("no items")?;
        let item = order.next().ok_or("no items")?;
        let episode = game.begin(&grid.grid_items().make(0, item)?.example)?;
        Ok(Self { dataset, game, order, item, episode })
    }

    fn renew(&mut self) -> Result<(), Failure> {
        let grid = self.dataset.contents().commands().ok_or("no grid")?;
        self.item = self.order.next().ok_or("no items")?;
        self.episode = self.game.begin(&grid.grid_items().make(0, self.item)?.example)?;
        Ok(())
    }

    fn observation(&self) -> Result<Vec<u8>, Failure> {
        let mut tensor = vec![0; self.game.observer().len()];
        self.episode.observe(self.game.observer(), &mut tensor)?;
        Ok(tensor)
    }
}

/// Mostly what an expert does, sometimes anything.
fn choose(env: &VectorEnv, chance: &mut Stream) -> Result<Vec<u8>, Failure> {
    let mut actions = vec![0; env.len()];
    env.expert_actions(&mut actions)?;
    for action in &mut actions {
        if *action == NO_ACTION || chance.below(20) == 0 {
            *action = chance.below(6) as u8;
        }
    }
    Ok(actions)
}

#[test]
fn many_environments_are_as_many_episodes() {
    for (recipe, autoreset) in
        [("gscan", Autoreset::NextStep), ("gscan", Autoreset::SameStep), ("reascan", Autoreset::NextStep)]
    {
        let dataset = dataset(recipe).unwrap();
        let dataset = dataset.as_ref();
        let mut env = VectorEnv::new(dataset, 0, LEN, autoreset, GameSettings::default()).unwrap();
        let mut buffers = VectorBuffers::new(&env);
        env.reset(dataset, Reset { seed: Some(3), ..Reset::default() }, buffers.slices()).unwrap();
        let mut singles: Vec<Single<'_>> =
            (0..LEN).map(|number| Single::new(dataset, number, 3).unwrap()).collect();
        let mut chance = chance();
        let size = env.game().observer().len();
        let (mut ends, mut successes) = (0, 0);
        for _ in 0..400 {
            let actions = choose(&env, &mut chance).unwrap();
            env.step(dataset, &actions, buffers.slices()).unwrap();
            for (number, single) in singles.iter_mut().enumerate() {
                let shown = &buffers.observation[number * size..][..size];
                let flags = (buffers.terminated[number], buffers.truncated[number]);
                if single.episode.is_over() {
                    single.renew().unwrap();
                    assert_eq!((flags, buffers.reward[number]), ((false, false), 0.0));
                } else {
                    let action = Action::ALL[usize::from(actions[number])];
                    let step = single.episode.step(&single.game, action).unwrap();
                    assert_eq!(flags, (step.terminated, step.truncated));
                    assert_eq!(buffers.reward[number], step.reward);
                    assert_eq!(buffers.parts[3 * number], step.parts.success);
                    assert_eq!(buffers.parts[3 * number + 1], step.parts.reaching);
                    assert_eq!(buffers.parts[3 * number + 2], step.parts.manner);
                    assert_eq!(buffers.events[number], step.events.0);
                    ends += usize::from(single.episode.is_over());
                    successes += usize::from(step.terminated);
                    if single.episode.is_over() && autoreset == Autoreset::SameStep {
                        let last = &buffers.final_observation[number * size..][..size];
                        assert_eq!(last, single.observation().unwrap());
                        single.renew().unwrap();
                    }
                }
                assert_eq!(shown, single.observation().unwrap(), "{recipe} {autoreset:?}");
                assert_eq!(buffers.item[number], single.item);
                let width = env.command_width();
                let words =
                    env.commands().decode(&buffers.command[number * width..][..width]).unwrap().join(" ");
                let grid = dataset.contents().commands().unwrap();
                let mut items = grid.grid_items();
                let command = &items.make(0, single.item).unwrap().example.command;
                assert_eq!(words, command.text(grid.lexicon(), grid.surface()));
            }
        }
        assert!(ends > 20 && successes > 10 && successes < ends, "{recipe}: {successes} of {ends}");
    }
}

#[test]
fn the_same_seed_gives_the_same_and_another_seed_something_else() {
    let dataset = dataset("gscan").unwrap();
    let dataset = dataset.as_ref();
    let play = |len: usize, seed: u64| -> Result<Vec<VectorBuffers>, EnvError> {
        let mut env = VectorEnv::new(dataset, 0, len, Autoreset::NextStep, GameSettings::default())?;
        let mut buffers = VectorBuffers::new(&env);
        env.reset(dataset, Reset { seed: Some(seed), ..Reset::default() }, buffers.slices())?;
        let mut states = Vec::new();
        for step in 0..100u32 {
            let actions: Vec<u8> =
                (0..len as u32).map(|number| ((step * 7 + number * 3) % 6) as u8).collect();
            env.step(dataset, &actions, buffers.slices())?;
            states.push(buffers.clone());
        }
        Ok(states)
    };
    let first = play(4, 0).unwrap();
    assert_eq!(first, play(4, 0).unwrap());
    let other = play(4, 1).unwrap();
    assert!(first[0].item.iter().zip(&other[0].item).all(|(one, other)| one != other));
    // The first environments do not notice how many others there are.
    let fewer = play(2, 0).unwrap();
    assert!(
        first
            .iter()
            .zip(&fewer)
            .all(|(four, two)| four.item[..2] == two.item && four.reward[..2] == two.reward)
    );
}

#[test]
fn items_can_be_chosen_and_single_environments_reset() {
    let dataset = dataset("gscan").unwrap();
    let dataset = dataset.as_ref();
    let mut env = VectorEnv::new(dataset, 0, 3, Autoreset::Disabled, GameSettings::default()).unwrap();
    let mut buffers = VectorBuffers::new(&env);
    assert_eq!(env.step(dataset, &[0; 3], buffers.slices()), Err(EnvError::NotReset { environment: 0 }));
    let chosen = Reset { items: Some(&[7, 7, 1234]), ..Reset::default() };
    env.reset(dataset, chosen, buffers.slices()).unwrap();
    assert_eq!(buffers.item, [7, 7, 1234]);
    let size = env.game().observer().len();
    assert_eq!(buffers.observation[..size], buffers.observation[size..2 * size]);
    // Play the second one to its end.
    let before = buffers.clone();
    let mut experts = [0; 3];
    loop {
        env.expert_actions(&mut experts).unwrap();
        let actions = [3, experts[1], 3];
        env.step(dataset, &actions, buffers.slices()).unwrap();
        if buffers.terminated[1] {
            break;
        }
    }
    assert_eq!(env.step(dataset, &[3; 3], buffers.slices()), Err(EnvError::NotReset { environment: 1 }));
    let masked = Reset { mask: Some(&[false, true, false]), items: Some(&[0, 7, 0]), ..Reset::default() };
    env.reset(dataset, masked, buffers.slices()).unwrap();
    assert_eq!((&buffers.item, &buffers.observation), (&before.item, &before.observation));
    assert!(!buffers.terminated[1] && env.episode(0).is_some_and(|episode| episode.taken() > 0));
    env.step(dataset, &[3; 3], buffers.slices()).unwrap();
}

#[test]
fn nothing_that_can_be_asked_for_panics() {
    let gscan = dataset("gscan").unwrap();
    let gscan = gscan.as_ref();
    let new = |dataset: &dyn Dataset, split| {
        VectorEnv::new(dataset, split, 2, Autoreset::NextStep, GameSettings::default())
    };
    let mut env = new(gscan, 0).unwrap();
    let mut buffers = VectorBuffers::new(&env);
    env.reset(gscan, Reset::default(), buffers.slices()).unwrap();
    let before = buffers.clone();
    for action in [6, 100, 255] {
        let result = env.step(gscan, &[0, action], buffers.slices());
        assert_eq!(result, Err(EnvError::Action { action, environment: 1 }));
        assert_eq!(buffers, before, "nothing was done");
    }
    assert!(matches!(env.step(gscan, &[0; 3], buffers.slices()), Err(EnvError::Length { .. })));
    let far = Reset { items: Some(&[0, u64::MAX]), ..Reset::default() };
    assert!(matches!(env.reset(gscan, far, buffers.slices()), Err(EnvError::Item(_))));
    for reset in [
        Reset { items: Some(&[0]), ..Reset::default() },
        Reset { mask: Some(&[true; 3]), ..Reset::default() },
    ] {
        assert!(matches!(env.reset(gscan, reset, buffers.slices()), Err(EnvError::Length { .. })));
    }
    let mut short = buffers.clone();
    short.observation.pop();
    let result = env.step(gscan, &[0; 2], short.slices());
    assert!(matches!(result, Err(EnvError::Length { array: "observation", .. })));
    assert!(env.expert_actions(&mut [0; 5]).is_err());
    let demo = dataset("gscan-demo").unwrap();
    assert!(matches!(env.step(demo.as_ref(), &[0; 2], buffers.slices()), Err(EnvError::Dataset(_))));
    assert!(matches!(new(gscan, 99), Err(EnvError::Split { split: 99, .. })));
    assert!(matches!(new(dataset("riddle").unwrap().as_ref(), 0), Err(EnvError::Dataset(_))));
    let mut none = VectorEnv::new(gscan, 0, 0, Autoreset::SameStep, GameSettings::default()).unwrap();
    let mut empty = VectorBuffers::new(&none);
    none.reset(gscan, Reset::default(), empty.slices()).unwrap();
    none.step(gscan, &[], empty.slices()).unwrap();
}
