//! The defects of the released engine, by name.

/// Something that the released engine does and should not. Each can be switched off.
///
/// There is one more, which no switch can mend because it takes a complete reader: what two people of unknown whereabouts
/// who meet have in common is forgotten (see [`Cause::Incomplete`](super::Cause::Incomplete)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Defect {
    /// The support of a question about a gift is the last gift *of that object*, not the gift asked about.
    OtherGift,
    /// "Then she dropped the apple", right after "Mary took the apple": whoever takes it next and is located by it has a
    /// support without the line that says who "she" is.
    LostAntecedent,
    /// When something is dropped, the line in which it came into these hands is struck from the lines that locate it, even
    /// if it was this line that located the person.
    LostGrab,
    /// When something is dropped that was taken in a line with a pronoun, the line before stays in the support if it is
    /// about somebody's place, though what it says may long be over.
    StaleAntecedent,
    /// A gift in a line with a pronoun is listed without the line that explains it.
    GiftWithoutAntecedent,
    /// "Where was the apple before the kitchen?" is answered for the last time it came there, and supported by the first.
    EarlierVisit,
    /// What changes hands between two people whose places are both known is located by the lines about the receiver, even if
    /// these say that the receiver had once met the giver, and the lines about the giver would do.
    Detour,
    /// For questions about where something was, somebody who was located by taking an object is known to be there by that
    /// line alone: where the object had been is not listed.
    ForgottenWay,
    /// "Where was … before the kitchen?" is asked of one object only: that whose place was known first.
    OneObjectPerPlace,
    /// If all is asked, people who are in one of two places are asked for at the place where they really are. So the
    /// question gives away that it is one of the two.
    TruePlace,
}

impl Defect {
    /// All of them.
    pub const ALL: [Defect; 10] = [
        Defect::OtherGift,
        Defect::LostAntecedent,
        Defect::LostGrab,
        Defect::StaleAntecedent,
        Defect::GiftWithoutAntecedent,
        Defect::EarlierVisit,
        Defect::Detour,
        Defect::ForgottenWay,
        Defect::OneObjectPerPlace,
        Defect::TruePlace,
    ];
}

/// Some of the defects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defects(u16);

impl Defects {
    /// None of them.
    pub const NONE: Defects = Defects(0);

    /// All of them, as released.
    pub const RELEASED: Defects = Defects((1 << Defect::ALL.len()) - 1);

    /// The same without one of them.
    pub fn without(self, defect: Defect) -> Defects {
        Defects(self.0 & !(1 << defect as u16))
    }

    /// Whether a defect is among them.
    pub fn has(self, defect: Defect) -> bool {
        self.0 >> defect as u16 & 1 == 1
    }
}
